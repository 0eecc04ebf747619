import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDataFolder } from '../server/config/data-folder.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase } from '../server/open-database.ts';
import { BackupError } from '../server/platform/database/backup/backup-error.ts';
import { restoreBackup } from '../server/platform/database/backup/restore-backup.ts';
import { pathsOf } from '../server/platform/database/backup/write-backup.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { majorOf } from '../server/platform/database/embedded/initialise.ts';
import { noteRestore } from '../server/platform/database/embedded/log-folders.ts';
import { placeFor } from '../server/platform/database/embedded/place.ts';
import { DATABASE, emptyPlace, recover } from '../server/platform/database/embedded/recover.ts';
import { MIGRATION_LOCK, readMigrations } from '../server/platform/database/migrate.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { command, say } from './command.ts';
import { secretOf } from './key-file.ts';

const USAGE = `npm run restore -- FILE [--key-file KEY]
npm run restore -- --continuous FOLDER [--until 2026-11-21T08:30:00Z]

Brings a file of npm run backup into an empty database (DATABASE_URL, or the embedded one of an empty
DATA_DIR): checked as a whole first, then loaded in one transaction, read back, brought forward to this version.
--continuous takes the copy and the log of BACKUP_CONTINUOUS, up to the last piece or to a moment.`;

const log = makeLog('error');

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'key-file': { type: 'string' }, continuous: { type: 'string' }, until: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if ((file === undefined) === (values.continuous === undefined) || more.length > 0)
    throw new BackupError(USAGE);
  const config = readConfig(process.env);
  openDataFolder(config.dataDir);
  if (values.continuous !== undefined)
    await fromContinuous(config, values.continuous, momentOf(values.until));
  else await fromFile(config, file ?? '', secretOf(values['key-file']));
}

async function fromFile(config: Config, file: string, secret: string | undefined): Promise<void> {
  const place = config.databaseUrl === null ? placeFor(config.dataDir) : undefined;
  const wasEmpty = place !== undefined && majorOf(place.data) === undefined;
  const { programs } = config.postgres;
  let isDone = false;
  const cluster =
    config.databaseUrl === null ? await startCluster({ dataDir: config.dataDir, log, programs }) : undefined;
  try {
    const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl ?? cluster?.url ?? '';
    const { header, trailer } = await restoreBackup({
      databaseUrl,
      dataDir: config.dataDir,
      file,
      secret,
      migrations: await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
      lock: MIGRATION_LOCK,
    });
    await migrate(config, databaseUrl);
    isDone = true;
    const rows = trailer.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Restored what version ${header.version} held on ${header.made_at}:`);
    say(
      `${trailer.tables.length} tables, ${rows} rows, ${trailer.files.length} files; counts and checksums are equal.`,
    );
    if (!header.secrets)
      say('The file holds no keys: put secret-key and keys/ into DATA_DIR before the first start.');
  } finally {
    await cluster?.stop();
    // An empty database created for this restore would refuse another kind of restore.
    if (!isDone && wasEmpty)
      for (const name of DATABASE) rmSync(join(place.folder, name), { recursive: true, force: true });
  }
}

async function fromContinuous(config: Config, folder: string, until: Date | undefined): Promise<void> {
  const { dataDir } = config;
  const { programs } = config.postgres;
  if (config.databaseUrl !== null)
    throw new BackupError(
      'DATABASE_URL holds a database of yours: a continuous backup is restored into an embedded one.',
    );
  const place = placeFor(dataDir);
  const [used] = await pathsOf(dataDir);
  if (used !== undefined || majorOf(place.data) !== undefined)
    throw new BackupError(
      `DATA_DIR is not empty (it has ${used ?? 'a database'}): restore into an empty one`,
    );
  const { base, version, upTo } = await recover({ folder, dataDir, until, log, programs });
  noteRestore(place, new Date());
  const cluster = await startCluster({ dataDir, log, programs });
  await migrate(config, cluster.url)
    .finally(() => cluster.stop())
    .catch((error) => {
      emptyPlace(place, dataDir);
      throw error;
    });
  say(
    `Restored ${base} of version ${version} and the log after it, up to the change of ${upTo ?? 'its making'}.`,
  );
  say('Make a new copy once it runs (npm run backup -- continuous): the log goes on in a new line.');
}

/** Migrates the database to this version, as a start would. */
async function migrate(config: Config, databaseUrl: string): Promise<void> {
  // A separate owner remains the account that migrates; a database with one account is opened by it.
  const opened = config.databaseOwnerUrl === null ? { ...config, databaseUrl } : config;
  const database = await openDatabase(opened, log);
  await database.close();
}

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new BackupError(`--until holds “${text}”; it may hold a time such as 2026-11-21T08:30:00Z.`);
  return at;
}

command(main);
