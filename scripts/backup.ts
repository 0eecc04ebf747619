import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig, StartError } from '../server/config.ts';
import { BackupError } from '../server/platform/database/backup/frames.ts';
import { writeBackup } from '../server/platform/database/backup/write-backup.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { releaseIn } from '../server/platform/release.ts';
import { command, say } from './command.ts';

const USAGE = `npm run backup -- FILE [--without-secrets]
Writes everything into one compressed file, beside the running console or without it: the database of
DATABASE_URL or DATA_DIR as of one moment, firmware files, pictures, and the keys of DATA_DIR (the key of
secrets at rest, the key that signs firmware). Whoever has the file has everything: keep it as you keep a key.
--without-secrets leaves the keys out; then keep them yourself, or sealed passwords and PINs cannot be read again.`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'without-secrets': { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new BackupError(USAGE);
  const config = readConfig(process.env);
  const secrets = values['without-secrets'] !== true;
  const { dataDir } = config;
  const embedded = config.databaseUrl === null;
  if (embedded && !existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, 'postgres.location')))
    throw new StartError(
      `DATA_DIR holds “${dataDir}”, where there is no database; it may hold the folder of one, or DATABASE_URL its address.`,
    );
  const cluster = embedded ? await startCluster({ dataDir, log: makeLog('error') }) : undefined;
  try {
    const written = await writeBackup({
      databaseUrl: config.databaseUrl ?? cluster?.url ?? '',
      dataDir,
      file: resolve(file),
      version: releaseIn(fileURLToPath(new URL('..', import.meta.url))).version,
      secrets,
      now: new Date(),
    });
    const rows = written.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `${file}: ${written.tables.length} tables, ${rows} rows, ${written.files.length} files, ${written.bytes} bytes`,
    );
    say(`SHA-256 of the content: ${written.sha256}`);
    if (written.gone.length > 0) say(`Removed while the backup was written: ${written.gone.join(', ')}`);
    if (!secrets) say('The keys are NOT in the file: keep DATA_DIR/secret-key and DATA_DIR/keys yourself.');
    else say('The keys are in the file: keep it as you keep a key.');
    if (config.secretKeys !== null)
      say('SECRET_KEY comes from the environment and is NOT in the file: keep it yourself.');
  } finally {
    await cluster?.stop();
  }
}

command(main);
