import type { Db } from './db.ts';
import { arrangeFunctions } from './extensions/arrange-functions.ts';
import { type Migration, migrate } from './migrate.ts';

/** Migrates a database to this version: its tables, then the generated functions. Returns what was done. */
export async function bringForward(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  const applied = await migrate(db, migrations);
  return [...applied, ...(await arrangeFunctions(db))];
}
