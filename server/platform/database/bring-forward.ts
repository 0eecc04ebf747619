import type { Db } from './db.ts';
import { arrangeFunctions } from './extensions/arrange-functions.ts';
import { type Migration, migrate } from './migrate.ts';

/** A database at this version: its tables by migrations, then what is generated over them. Answers what was done. */
export async function bringForward(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  const applied = await migrate(db, migrations);
  return [...applied, ...(await arrangeFunctions(db))];
}
