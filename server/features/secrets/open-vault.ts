import { makeKeys, storedKeys } from '../../config/data-folder.ts';
import { type Config, StartError } from '../../config.ts';
import { keyId, makeVault, type Vault } from '../../platform/crypto/vault.ts';
import type { Db } from '../../platform/database/db.ts';
import { hasUser } from '../users/operator/store-first-administrator.ts';
import { checkValue, envelopesByKey, keepCheck, openCheck } from './store-check.ts';

/**
 * The vault with SECRET_KEY, else with the key in DATA_DIR, which is created at the first start. A key other
 * than the database's is refused: otherwise the error would only show when a secret is read.
 */
export async function openVault(
  db: Db,
  { dataDir, secretKeys }: Pick<Config, 'dataDir' | 'secretKeys'>,
): Promise<Vault> {
  // An incomplete first start left a check value, but nothing encrypted with its key.
  const check = (await hasUser(db)) ? await checkValue(db) : undefined;
  const found = secretKeys ?? storedKeys(dataDir);
  if (found === undefined && (check !== undefined || (await sealedBefore(db)).size > 0))
    throw new StartError(
      `DATA_DIR holds “${dataDir}”, where the file secret-key is missing, with whose key secrets of this database are sealed; put it back from where you keep it, or set SECRET_KEY to that key.`,
    );
  const keys = found ?? makeKeys(dataDir);
  const vault = makeVault(keys);
  if (check === undefined) {
    const known = new Set(keys.map(keyId));
    if ([...(await sealedBefore(db)).keys()].some((key) => !known.has(key))) throw anotherKey(secretKeys);
    await keepCheck(db, vault, { over: true });
  } else {
    try {
      openCheck(vault, check);
    } catch {
      throw anotherKey(secretKeys);
    }
  }
  return vault;
}

/** Secrets of an installation from before the check value, by key. */
const sealedBefore = async (db: Db) => ((await hasUser(db)) ? envelopesByKey(db) : new Map<string, number>());

function anotherKey(found: readonly string[] | null): StartError {
  const held =
    found === null ? 'DATA_DIR/secret-key holds a key (not shown)' : 'SECRET_KEY holds a key (not shown)';
  return new StartError(
    `${held} that does not open the secrets of this database; it may hold the key they are sealed with, or “new,old” to change it (npm run keys).`,
  );
}
