import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { openDataFolder } from '../server/data-folder.ts';
import { openDatabase } from '../server/open-database.ts';
import { BackupError } from '../server/platform/database/backup/frames.ts';
import { restoreBackup } from '../server/platform/database/backup/restore-backup.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { MIGRATION_LOCK, readMigrations } from '../server/platform/database/migrate.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { command, say } from './command.ts';

const USAGE = `npm run restore -- FILE
Brings a file of npm run backup into an empty database (DATABASE_URL, or the embedded one of an empty
DATA_DIR): checked as a whole first, then loaded in one transaction, read back, brought forward to this version.`;

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new BackupError(USAGE);
  const config = readConfig(process.env);
  const log = makeLog('error');
  openDataFolder(config.dataDir);
  const cluster =
    config.databaseUrl === null ? await startCluster({ dataDir: config.dataDir, log }) : undefined;
  try {
    const databaseUrl = config.databaseUrl ?? cluster?.url ?? '';
    const { header, trailer } = await restoreBackup({
      databaseUrl,
      dataDir: config.dataDir,
      file,
      migrations: await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
      lock: MIGRATION_LOCK,
    });
    // Forward to this version, as a start would do.
    const database = await openDatabase({ ...config, databaseUrl }, log);
    await database.close();
    const rows = trailer.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Restored what version ${header.version} held on ${header.made_at}:`);
    say(
      `${trailer.tables.length} tables, ${rows} rows, ${trailer.files.length} files; counts and checksums are equal.`,
    );
    if (!header.secrets)
      say('The file holds no keys: put secret-key and keys/ into DATA_DIR before the first start.');
  } finally {
    await cluster?.stop();
  }
}

command(main);
