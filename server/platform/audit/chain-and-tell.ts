import type { Db } from '../database/db.ts';
import type { Log } from '../log/log.ts';
import { system } from '../viewer.ts';
import type { HeadKeeper } from './head-file.ts';
import { appendWaiting, type Link, linksAfter } from './store-chain.ts';

/**
 * Chains waiting entries and logs each as one line, for a SIEM: in order, with its number and hash, so that
 * whoever stores those lines elsewhere also has a copy of the chain that nobody here can change.
 */
export async function chainAndTell(
  db: Db,
  log: Log,
  heads?: { readonly keeper: HeadKeeper; readonly now: () => Date },
): Promise<number> {
  // Only the process that appended entries knows their position: another one may have appended just before.
  const { after, count, head } = await appendWaiting(db, system);
  if (count === 0) return count;
  if (log.isLevelEnabled('info'))
    for (const link of await linksAfter(db, system, after, count)) log.info({ audit: told(link) }, 'audit');
  if (head !== null) await heads?.keeper.keep(head, heads.now());
  return count;
}

function told({ seq, hash, entry, personal }: Link) {
  const held = (part: string): object => JSON.parse(personal[part]?.content ?? '{}');
  const { personal: _, changes, ...rest } = entry ?? {};
  return {
    seq,
    hash: hash.toString('hex'),
    ...rest,
    ...held('actor'),
    changes: JSON.parse(changes ?? '{}'),
    subject: held('subject'),
  };
}
