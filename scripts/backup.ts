import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, readConfig, StartError } from '../server/config.ts';
import { rehearse } from '../server/features/operation/rehearsal.ts';
import { noteRehearsal } from '../server/features/operation/store-operation.ts';
import { BackupError } from '../server/platform/database/backup/backup-error.ts';
import { checkBackup } from '../server/platform/database/backup/read-backup.ts';
import { backupName, rotate } from '../server/platform/database/backup/rotation.ts';
import { noteBackup } from '../server/platform/database/backup/store-backup-note.ts';
import { writeBackup } from '../server/platform/database/backup/write-backup.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { rotateBases, writeBase } from '../server/platform/database/embedded/continuous.ts';
import { placeFor } from '../server/platform/database/embedded/place.ts';
import { readMigrations } from '../server/platform/database/migrate.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { releaseIn } from '../server/platform/release.ts';
import { command, say } from './command.ts';
import { secretOf } from './key-file.ts';

const USAGE = `npm run backup -- FILE [--key-file KEY] [--without-secrets]
npm run backup -- --into FOLDER [--keep 14] [--key-file KEY] [--without-secrets]
npm run backup -- verify FILE [--key-file KEY]
npm run backup -- continuous [--keep 2]
npm run backup -- rehearse FILE|FOLDER|continuous [--in FOLDER] [--key-file KEY]

Writes everything into one compressed file, beside the running console or without it: the database of
DATABASE_URL or DATA_DIR as of one moment, firmware files, pictures, and the keys of DATA_DIR (the key of
secrets at rest, the key that signs firmware). Whoever has the file has everything: keep it as you keep a key.
--into names the file by its time, reads it back, and keeps the youngest 14. --key-file encrypts with what
KEY holds. --without-secrets leaves the keys out; then keep them yourself, or sealed passwords and PINs
cannot be read again. continuous copies the embedded database into BACKUP_CONTINUOUS, where its log goes.
rehearse restores the newest backup beside the running database (in DATA_DIR, or the folder of --in), compares the
last day it holds, removes it again, and notes the result for the console; where there is no room it says so.`;

const version = releaseIn(fileURLToPath(new URL('..', import.meta.url))).version;
type Written = Awaited<ReturnType<typeof writeBackup>>;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'without-secrets': { type: 'boolean', default: false },
      'key-file': { type: 'string' },
      into: { type: 'string' },
      keep: { type: 'string' },
      in: { type: 'string' },
    },
  });
  const [first, second, ...more] = positionals;
  const secret = secretOf(values['key-file']);
  if (more.length > 0) throw new BackupError(USAGE);
  if (first === 'verify' && second !== undefined) return verify(second, secret);
  if (first === 'rehearse' && second !== undefined) return rehearsal(second, values.in, secret);
  const isContinuous = first === 'continuous' && second === undefined;
  const isFile = first !== undefined && second === undefined && values.into === undefined;
  if (!isContinuous && !isFile && (values.into === undefined || first !== undefined))
    throw new BackupError(USAGE);
  const keep = numberOf(values.keep ?? (isContinuous ? '2' : '14'));
  const config = readConfig(process.env);
  const secrets = values['without-secrets'] !== true;
  await withDatabase(config, async (databaseUrl) => {
    if (isContinuous) return continuous(config, databaseUrl, keep);
    const now = new Date();
    if (values.into !== undefined && !existsSync(values.into)) mkdirSync(values.into, { mode: 0o700 });
    const file = resolve(values.into === undefined ? (first ?? '') : join(values.into, backupName(now)));
    const { dataDir } = config;
    const written = await writeBackup({ databaseUrl, dataDir, file, version, secrets, secret, now });
    if (values.into !== undefined) {
      await checkBackup(file, secret);
      const gone = rotate(values.into, keep);
      say(`Read back: whole.${gone.length > 0 ? ` Removed ${gone.join(', ')}.` : ''}`);
    }
    await noteBackup(databaseUrl, 'file', now);
    tell(file, written, secrets, config);
  });
}

function tell(file: string, written: Written, secrets: boolean, config: Config): void {
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
}

async function verify(file: string, secret: string | undefined): Promise<void> {
  const { header, trailer } = await checkBackup(file, secret);
  const rows = trailer.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${file} is whole: version ${header.version}, made ${header.made_at},`);
  say(
    `${trailer.tables.length} tables, ${rows} rows, ${trailer.files.length} files, every checksum as it was written.`,
  );
}

async function continuous(config: Config, databaseUrl: string, keep: number): Promise<void> {
  const { dataDir, backupContinuous: folder } = config;
  if (config.databaseUrl !== null)
    throw new BackupError(
      'DATABASE_URL holds a database of yours: archive its log by its own means (docs/operations.md).',
    );
  if (folder === null)
    throw new BackupError(
      'BACKUP_CONTINUOUS holds nothing: set it to a folder, for the service too, and restart it.',
    );
  const base = await writeBase({
    databaseUrl,
    place: placeFor(dataDir),
    dataDir,
    folder,
    version,
    now: new Date(),
  });
  const { bases, pieces } = rotateBases(folder, keep);
  say(`${base} is a copy; from it on the log is kept every four minutes, or as it fills.`);
  if (bases.length > 0)
    say(`Removed ${bases.join(', ')} and ${pieces} pieces of the log that only they needed.`);
}

async function rehearsal(
  what: string,
  within: string | undefined,
  secret: string | undefined,
): Promise<void> {
  const config = readConfig(process.env);
  const isContinuous = what === 'continuous';
  if (isContinuous && config.backupContinuous === null)
    throw new BackupError('BACKUP_CONTINUOUS holds nothing: it names the folder of the copies.');
  await withDatabase(config, async (live) => {
    const found = await rehearse({
      live,
      from: isContinuous ? (config.backupContinuous ?? '') : resolve(what),
      isContinuous,
      secret,
      folder: within === undefined ? config.dataDir : resolve(within),
      migrations: await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
      log: makeLog('silent'),
    });
    await noteRehearsal(live, found);
    const { outcome, name, as_of, took_s, detail } = found;
    if (outcome === 'no_room') return say(`Not rehearsed: ${detail}.`);
    if (outcome !== 'equal') throw new BackupError(`The rehearsal of ${name} failed: ${detail}.`);
    say(`${name} was restored as of ${as_of} in ${took_s} s, and removed again.`);
    say(
      `Its last day: ${found.measures} measures and ${found.entries} entries of the audit log; counts and checksums are equal.`,
    );
    say(`SHA-256 of that day: ${found.sha256}`);
  });
}

async function withDatabase(config: Config, use: (url: string) => Promise<void>): Promise<void> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null) return use(config.databaseOwnerUrl ?? databaseUrl);
  if (!existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, 'postgres.location')))
    throw new StartError(
      `DATA_DIR holds “${dataDir}”, where there is no database; it may hold the folder of one, or DATABASE_URL its address.`,
    );
  const cluster = await startCluster({ dataDir, log: makeLog('error'), archive: config.backupContinuous });
  try {
    await use(cluster.url);
  } finally {
    await cluster.stop();
  }
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new BackupError('--keep names how many are kept, 1 to 9999.');
  return Number(text);
}

command(main);
