import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { Db } from './db.ts';

export interface Migration {
  /** `0001-initial` */
  readonly name: string;
  up(db: Kysely<unknown>): Promise<void>;
}

/** The database was written by a newer version of the program. */
export class NewerDatabase extends Error {
  /** Migrations that this version does not know. */
  readonly unknown: readonly string[];
  constructor(unknown: readonly string[]) {
    super(`the database was made by a newer version (it has ${unknown.join(', ')})`);
    this.unknown = unknown;
  }
}

/** Migrations of a folder, in order; each file exports `up`. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.ts$/.test(file))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const { up } = (await import(pathToFileURL(join(folder, file)).href)) as Pick<Migration, 'up'>;
      return { name: file.replace(/\.ts$/, ''), up };
    }),
  );
}

/** Held while a database is migrated or restored. */
export const MIGRATION_LOCK = 7_306_213;

/**
 * Migrates the database, each migration in its own transaction: after a failed one the version before it
 * still works. Processes that start together wait for each other.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for another process, and changing a large table, may take long.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    try {
      await sql`create table if not exists schema_migrations (name text primary key, at timestamptz not null default now())`.execute(
        connection,
      );
      const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
        connection,
      );
      const known = new Set(migrations.map((migration) => migration.name));
      const unknown = rows.filter((row) => !known.has(row.name));
      if (unknown.length > 0) throw new NewerDatabase(unknown.map((row) => row.name));
      const done = new Set(rows.map((row) => row.name));
      const applied: string[] = [];
      for (const migration of migrations.filter((one) => !done.has(one.name))) {
        await connection.transaction().execute(async (trx) => {
          await migration.up(trx as unknown as Kysely<unknown>);
          await sql`insert into schema_migrations (name) values (${migration.name})`.execute(trx);
        });
        applied.push(migration.name);
      }
      return applied;
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`
        .execute(connection)
        .catch(() => undefined);
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
    }
  });
}
