import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Config, readConfig, StartError } from '../server/config.ts';
import { rehearse } from '../server/features/operation/rehearsal.ts';
import { noteRehearsal } from '../server/features/operation/store-operation.ts';
import { BackupError } from '../server/platform/database/backup/backup-error.ts';
import { checkBackup } from '../server/platform/database/backup/read-backup.ts';
import { backupName, rotate } from '../server/platform/database/backup/rotation.ts';
import { noteBackup } from '../server/platform/database/backup/store-backup-note.ts';
import { fetchNewest, sendTo, targetAt } from '../server/platform/database/backup/targets.ts';
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
npm run backup -- fetch FOLDER --key-file KEY
npm run backup -- continuous [--keep 2]
npm run backup -- rehearse FILE|FOLDER|continuous [--in FOLDER] [--key-file KEY]

Writes everything into one compressed file, beside the running console or without it: the database of
DATABASE_URL or DATA_DIR as of one moment, firmware files, pictures, and the keys of DATA_DIR (the key of
secrets at rest, the key that signs firmware). Whoever has the file has everything: keep it as you keep a key.
--into names the file by its time, reads it back, and keeps the youngest 14. --key-file encrypts with what
KEY holds. --without-secrets leaves the keys out; then keep them yourself, or sealed passwords and PINs
cannot be read again. Where BACKUP_TARGET names another machine or a bucket, --into sends the file there too, which
wants --key-file, and keeps as many; fetch brings the youngest from there. continuous copies the embedded database into BACKUP_CONTINUOUS, where its log goes.
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
  if (second !== undefined) {
    const act = WITH_OPERAND[first ?? ''];
    if (act === undefined) throw new BackupError(USAGE);
    return act(second, secret, values.in);
  }
  const config = readConfig(process.env);
  const { into, 'without-secrets': without } = values;
  if (first === 'continuous') {
    const keep = numberOf(values.keep ?? '2');
    return withDatabase(config, (url) => continuous(config, url, keep));
  }
  if ((first === undefined) === (into === undefined)) throw new BackupError(USAGE);
  if (into === undefined) return oneFile(config, resolve(first ?? ''), !without, secret);
  await intoFolder(config, into, numberOf(values.keep ?? '14'), !without, secret);
}

/** Acts on what the word after them names. */
const WITH_OPERAND: Readonly<
  Record<string, (operand: string, secret: string | undefined, within: string | undefined) => Promise<void>>
> = {
  verify: (file, secret) => verify(file, secret),
  fetch: (folder, secret) => fetched(folder, secret),
  rehearse: (what, secret, within) => rehearsal(what, within, secret),
};

/** Into a folder of them: read back, sent where BACKUP_TARGET says, older ones removed. */
async function intoFolder(
  config: Config,
  folder: string,
  keep: number,
  secrets: boolean,
  secret: string | undefined,
): Promise<void> {
  if (config.backupTarget !== null && secret === undefined)
    throw new BackupError(
      `BACKUP_TARGET names ${config.backupTarget.shown}: what goes there is encrypted, name the file of its key by --key-file.`,
    );
  if (!existsSync(folder)) {
    accessSync(dirname(resolve(folder)), constants.W_OK);
    mkdirSync(folder, { mode: 0o700 });
  }
  await oneFile(config, resolve(folder, backupName(new Date())), secrets, secret, async (file) => {
    await checkBackup(file, secret);
    const gone = rotate(folder, keep);
    say(`Read back: whole.${gone.length > 0 ? ` Removed ${gone.join(', ')}.` : ''}`);
    if (config.backupTarget === null) return;
    const target = targetAt(config.backupTarget);
    const old = await sendTo(target, file, keep);
    const removed = old.length > 0 ? ` Removed there: ${old.join(', ')}.` : '';
    say(`Sent to ${target.shown}, and equal there.${removed}`);
  });
}

/** One file, noted as a backup once `then` is done with it. */
async function oneFile(
  config: Config,
  file: string,
  secrets: boolean,
  secret: string | undefined,
  then: (file: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await withDatabase(config, async (databaseUrl) => {
    const { dataDir } = config;
    const now = new Date();
    const written = await writeBackup({ databaseUrl, dataDir, file, version, secrets, secret, now });
    await then(file);
    await noteBackup(databaseUrl, 'file', now);
    tell(file, written, secrets, config);
  });
}

async function fetched(folder: string, secret: string | undefined): Promise<void> {
  const { backupTarget } = readConfig(process.env);
  if (backupTarget === null)
    throw new BackupError('BACKUP_TARGET holds nothing: it names where backups were sent.');
  if (secret === undefined) throw new BackupError('what was sent is encrypted: name its key by --key-file.');
  const target = targetAt(backupTarget);
  const file = join(resolve(folder), await fetchNewest(target, resolve(folder)));
  say(`Fetched from ${target.shown}`);
  await verify(file, secret);
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
      programs: config.postgres.programs,
    });
    await noteRehearsal(live, found);
    const { outcome, name, as_of, took_s, detail } = found;
    if (outcome === 'no_room') return say(`Not rehearsed: ${detail}.`);
    const isRestored = outcome === 'equal' || outcome === 'empty';
    if (!isRestored) throw new BackupError(`The rehearsal of ${name} failed: ${detail}.`);
    say(`${name} was restored as of ${as_of} in ${took_s} s, and removed again.`);
    if (outcome === 'empty')
      return say(
        'Its last day holds no measure and no entry of the audit log: nothing was compared with the running database.',
      );
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
  const log = makeLog('error');
  const archive = config.backupContinuous;
  const cluster = await startCluster({ dataDir, log, archive, ...config.postgres });
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
