import { newKey, replaceKeys, storedKeys } from '../../config/data-folder.ts';
import { type Config, StartError } from '../../config.ts';
import { keyId } from '../../platform/crypto/vault.ts';
import type { Db } from '../../platform/database/db.ts';
import { openVault } from './open-vault.ts';
import { envelopesByKey } from './store-check.ts';
import { resealAll } from './store-reseal.ts';

type Where = Pick<Config, 'dataDir' | 'secretKeys'>;

/** Operator commands for the keys of secrets at rest; each returns the lines to print. */
export const KEY_COMMANDS = { status, add, rotate, retire } as const;

/** How much each key has encrypted; a key is identified by eight characters that do not reveal it. */
async function status(db: Db, where: Where): Promise<string[]> {
  await openVault(db, where);
  const sealed = await envelopesByKey(db);
  const keys = here(where).map(keyId);
  const lines = keys.map((id, index) => {
    const role = index === 0 ? 'seals' : 'opens only';
    return `${id}  ${role.padEnd(10)}  ${sealed.get(id) ?? 0} sealed`;
  });
  const missing = [...sealed].filter(([id]) => !keys.includes(id));
  return [...lines, ...missing.map(([id, count]) => `${id}  NOT HERE    ${count} sealed`)];
}

/** Adds a new key before those of DATA_DIR. */
async function add(db: Db, where: Where): Promise<string[]> {
  if (where.secretKeys !== null)
    throw new StartError(
      'SECRET_KEY holds the keys, not DATA_DIR: put a new one before them (SECRET_KEY=new,old), restart every server, then npm run keys -- rotate.',
    );
  await openVault(db, where);
  replaceKeys(where.dataDir, [newKey(), ...here(where)]);
  return ['A new key is in DATA_DIR/secret-key. Restart every server, then: npm run keys -- rotate'];
}

/** Encrypts everything again with the first key. */
async function rotate(db: Db, where: Where): Promise<string[]> {
  const changed = await resealAll(db, await openVault(db, where));
  const [first, ...others] = here(where);
  const next =
    others.length === 0
      ? []
      : where.secretKeys === null
        ? ['The others are of no use any more: npm run keys -- retire']
        : ['The others are of no use any more: leave them out of SECRET_KEY and restart every server.'];
  return [`${changed} rows sealed anew; everything is sealed with ${keyId(first ?? '')}.`, ...next];
}

/** Removes the keys of DATA_DIR that nothing is encrypted with. */
async function retire(db: Db, where: Where): Promise<string[]> {
  if (where.secretKeys !== null)
    throw new StartError('SECRET_KEY holds the keys, not DATA_DIR: leave the old ones out of it yourself.');
  await openVault(db, where);
  const [first = '', ...others] = here(where);
  const sealed = await envelopesByKey(db);
  const needed = others.map(keyId).filter((id) => sealed.has(id));
  if (needed.length > 0)
    throw new StartError(
      `The key ${needed.join(', ')} still opens ${needed.reduce((sum, id) => sum + (sealed.get(id) ?? 0), 0)} secrets: npm run keys -- rotate first (and again if a server that was not restarted sealed more).`,
    );
  replaceKeys(where.dataDir, [first]);
  return [`${others.length} old keys are forgotten. Backups made before hold them, and need them.`];
}

const here = ({ dataDir, secretKeys }: Where): readonly string[] => secretKeys ?? storedKeys(dataDir) ?? [];
