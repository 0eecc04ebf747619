import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Config, StartError } from './config.ts';
import { bringForward } from './platform/database/bring-forward.ts';
import { type Connection, connect } from './platform/database/connection/connect.ts';
import { type Cluster, startCluster } from './platform/database/embedded/cluster.ts';
import { ensureOwnAccount } from './platform/database/embedded/identity.ts';
import { arrangeExtensions } from './platform/database/extensions/arrange.ts';
import { NewerDatabase, readMigrations } from './platform/database/migrate.ts';
import {
  grantServerRole,
  makeServerRole,
  ownsAudit,
  SERVER_ROLE,
  setAuditRetention,
} from './platform/database/store-server-role.ts';
import type { Log } from './platform/log/log.ts';
import { ownRelease } from './platform/release.ts';
import { accountsOf, noteRelease, readRelease } from './store-release.ts';
import { indexSearch } from './store-search-indexes.ts';

export interface OpenDatabase extends Connection {
  /** Its folder, if it is on this machine. */
  readonly folder: string | null;
  /** The other server of this DATA_DIR that started the embedded one. */
  readonly otherServer: () => number | undefined;
  /** Stops the embedded server, if this process started it. */
  readonly stopServer: () => Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** `nulls not distinct` of unique indexes. */
const MIN_VERSION = 150_000;

/**
 * The database of DATABASE_URL, else the embedded one, migrated to this version by its owner and used by a
 * role that can only read and write rows. Settings stored in the database are those of the server that runs
 * on it.
 */
export async function openDatabase(config: Config, log: Log, { server = false } = {}): Promise<OpenDatabase> {
  const cluster = config.databaseUrl === null ? await startEmbedded(config, log) : undefined;
  const stopServer = async () => cluster?.stop();
  const owner = connect(cluster?.url ?? config.databaseOwnerUrl ?? config.databaseUrl ?? '', log);
  let connection = owner;
  try {
    await checkServer(owner, config.databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL');
    const applied = await broughtForward(owner);
    await noteRelease(owner.db, ownRelease().version);
    if (applied.length > 0) log.info({ applied }, 'the database was brought forward');
    await arrange(owner, log);
    // A command has the environment of its caller, not the settings of the service.
    if (server) await setAuditRetention(owner.db, config.auditRetentionDays);
    if (server) await arrangeSearch(owner, log);
    const folder = cluster?.folder ?? (await folderOf(owner, owner.url));
    const url = await serverUrl(config, owner, cluster);
    if (url !== owner.url) {
      connection = connect(url, log);
      await checkServer(connection, 'DATABASE_URL');
      await owner.close();
    }
    if (await ownsAudit(connection.db))
      log.warn(
        'the account of DATABASE_URL could change the audit log: set DATABASE_OWNER_URL to who owns the tables, and DATABASE_URL to an account of its own (docs/operations.md)',
      );
    return { ...connection, folder, stopServer, otherServer: () => cluster?.owner() };
  } catch (error) {
    await connection.close().catch(() => undefined);
    await owner.close().catch(() => undefined);
    await stopServer();
    throw error;
  }
}

/**
 * Both reasons why a database cannot be migrated, in one line: a newer version created it, or others own it.
 */
async function broughtForward({ db }: Connection): Promise<string[]> {
  try {
    return await bringForward(db, await readMigrations(MIGRATIONS));
  } catch (error) {
    if (error instanceof NewerDatabase) {
      const made = await readRelease(db).catch(() => undefined);
      throw new StartError(
        `the database was made by a newer version${made === undefined ? '' : `, ${made}`} (it has ${error.unknown.join(', ')}), and this is ${ownRelease().version}: start that version, or restore a backup that this one made.`,
      );
    }
    if ((error as { code?: string }).code === NO_RIGHT) throw new StartError(await whoOwns(db));
    throw error;
  }
}

/** insufficient_privilege */
const NO_RIGHT = '42501';

async function whoOwns(db: Connection['db']): Promise<string> {
  const { account, database, owner } = await accountsOf(db);
  return owner === null
    ? `DATABASE_URL names the account ${account}, which may make no tables in the database ${database}; set DATABASE_OWNER_URL to the address of one that may, or: alter database ${database} owner to ${account}.`
    : `DATABASE_URL names the account ${account}, which does not own the tables of the database ${database} (${owner} does); set DATABASE_OWNER_URL to the address with that account.`;
}

/** The address for the server itself, with the rights it needs. */
async function serverUrl(config: Config, owner: Connection, cluster: Cluster | undefined): Promise<string> {
  if (cluster !== undefined) {
    const url = new URL(cluster.url);
    url.username = SERVER_ROLE;
    url.password = cluster.serverPassword;
    await makeServerRole(owner.db, cluster.serverPassword);
    await grantServerRole(owner.db, SERVER_ROLE);
    return url.href;
  }
  if (config.databaseOwnerUrl === null || config.databaseUrl === null) return owner.url;
  const role = decodeURIComponent(new URL(config.databaseUrl).username);
  if (role === '' || role === decodeURIComponent(new URL(owner.url).username))
    throw new StartError(
      'DATABASE_URL and DATABASE_OWNER_URL name the same account; each may name one of its own.',
    );
  try {
    await grantServerRole(owner.db, role);
  } catch (error) {
    throw new StartError(
      `DATABASE_OWNER_URL names an account that cannot grant rights to ${role} (${oneLine((error as Error).message)}); it may name the owner of the tables.`,
    );
  }
  return config.databaseUrl;
}

/** With Citus or TimescaleDB, the measures are distributed or compressed by it. */
async function arrange({ db }: Connection, log: Log): Promise<void> {
  try {
    const steps = await arrangeExtensions(db);
    if (steps.length > 0) log.info({ steps: steps.map((step) => step.sql) }, 'the measures were arranged');
  } catch (error) {
    throw new StartError(
      `DATABASE_URL holds a database whose extension refused the tables of measures (${oneLine((error as Error).message)}); npm run database:plan prints what was asked of it.`,
    );
  }
}

/** Without its extension the search still answers, more slowly with each box. */
async function arrangeSearch({ db }: Connection, log: Log): Promise<void> {
  const refused = await indexSearch(db);
  if (refused !== undefined)
    log.warn(
      { refused },
      'the search reads every box: create extension pg_trgm in this database, as an account that may, and start again',
    );
}

async function startEmbedded(config: Config, log: Log) {
  const warning = ensureOwnAccount(config.dataDir);
  if (warning !== undefined) log.warn(warning);
  try {
    return await startCluster({
      dataDir: config.dataDir,
      log,
      archive: config.backupContinuous,
      ...config.postgres,
    });
  } catch (error) {
    throw new StartError(oneLine((error as Error).message));
  }
}

async function checkServer({ db }: Connection, name: string): Promise<void> {
  let version: number;
  try {
    const { rows } = await sql<{
      version: number;
    }>`select current_setting('server_version_num')::integer as version`.execute(db);
    version = rows[0]?.version ?? 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      SIGN_IN[code ?? '']?.(name, oneLine(message)) ??
        `${name} holds an address that does not answer (${oneLine(message || (code ?? 'no answer'))}); it may hold postgres://user:password@host:port/database of a running PostgreSQL.`,
    );
  }
  if (await isStandby(db))
    throw new StartError(
      `${name} holds a standby, which takes no changes; it may hold the primary, or this one once it is promoted.`,
    );
  if (version < MIN_VERSION)
    throw new StartError(
      `${name} holds a PostgreSQL of version ${Math.floor(version / 10_000)}; it may hold one of version 15 or later.`,
    );
}

/** PostgreSQL's codes for failed sign-ins. */
const SIGN_IN: Readonly<Record<string, (name: string, message: string) => string>> = {
  '28P01': (name, message) => `${name} holds a wrong password, or an account that is not there (${message}).`,
  '28000': (name, message) =>
    `${name} names an account that may not sign in from this machine (${message}); its pg_hba.conf says who may.`,
  '3D000': (name, message) => `${name} names a database that is not there (${message}); create it first.`,
};

async function isStandby(db: Connection['db']): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
  return rows[0]?.standby === true;
}

/** The folder of a database that is reached by a socket or by loopback; null if unknown. */
async function folderOf({ db }: Connection, url: string): Promise<string | null> {
  const { hostname, searchParams } = new URL(url);
  const isHere =
    searchParams.get('host')?.startsWith('/') === true || /^(localhost|127\..*|\[::1\]|)$/.test(hostname);
  if (!isHere) return null;
  const { rows } = await sql<{
    may: boolean;
  }>`select pg_has_role('pg_read_all_settings', 'member') as may`.execute(db);
  if (rows[0]?.may !== true) return null;
  const found = await sql<{
    folder: string;
  }>`select current_setting('data_directory') as folder`.execute(db);
  return found.rows[0]?.folder ?? null;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
