import type { Db } from '../database/db.ts';
import { system } from '../viewer.ts';
import { type ChainEntry, chainHash } from './chain.ts';
import { personalHash } from './personal.ts';
import {
  type Erased,
  erased as erasedSince,
  keptHead,
  type Link,
  linksAfter,
  unchained,
} from './store-chain.ts';

/** What a check of the chain found. */
export interface Verdict {
  readonly entries: number;
  /** Number and hash of the last entry, and of the last one that retention took. */
  readonly head: { readonly seq: number; readonly hash: string };
  readonly from: { readonly seq: number; readonly hash: string };
  /** Entries whose personal part was taken out with the person. */
  readonly erased: number;
  /** Written and not chained yet. */
  readonly waiting: number;
  /** What does not hold; none: nothing was changed since it was chained. */
  readonly problems: readonly string[];
}

/** Problems that are listed; a check that finds more ends. */
const MAX_PROBLEMS = 100;

/** Follows the chain from its kept head, entry by entry; `each` is given every link that holds. */
export async function verifyChain(db: Db, each?: (link: Link) => Promise<void> | void): Promise<Verdict> {
  const from = await keptHead(db, system);
  const gone = await erasedSince(db, system);
  const problems: string[] = [];
  let { seq, hash } = from;
  let [entries, erased] = [0, 0];
  for (;;) {
    const links = await linksAfter(db, system, seq);
    if (links.length === 0) break;
    for (const link of links) {
      if (link.seq !== seq + 1)
        problems.push(`entries ${seq + 1} to ${link.seq - 1} of the chain are missing`);
      problems.push(...faultsOf(link, hash, gone));
      if (link.entry !== null && isErased(link)) erased += 1;
      await each?.(link);
      ({ seq, hash } = link);
      entries += 1;
    }
    if (problems.length > MAX_PROBLEMS) break;
  }
  const { waiting, late, loose } = await unchained(db, system);
  problems.push(...waitingFaults(loose, late));
  const plain = (head: { seq: number; hash: Buffer }) => ({ seq: head.seq, hash: head.hash.toString('hex') });
  return {
    entries,
    erased,
    waiting,
    from: plain(from),
    head: plain({ seq, hash }),
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

function waitingFaults(loose: number, late: number): string[] {
  return [
    ...(loose > 0 ? [`${loose} entries were never handed to the chain`] : []),
    ...(late > 0 ? [`${late} entries have waited for the chain longer than a minute`] : []),
  ];
}

const isErased = ({ entry, personal }: Link) =>
  Object.keys(entry?.personal ?? {}).some((part) => !(part in personal));

function faultsOf({ seq, hash, entry, personal }: Link, before: Buffer, gone: Erased): string[] {
  if (entry === null) return [`entry ${seq} was removed`];
  const faults: string[] = [];
  if (!chainHash(before, entry).equals(hash))
    faults.push(`entry ${seq} (${entry.at}, ${entry.action}) was changed`);
  for (const [part, expected] of Object.entries(entry.personal)) {
    const held = personal[part];
    if (held === undefined) {
      if (!mayBeGone(entry, part, gone)) faults.push(`who entry ${seq} is about (${part}) was removed`);
    } else if (personalHash(Buffer.from(held.salt, 'hex'), held.content) !== expected)
      faults.push(`who entry ${seq} is about (${part}) was changed`);
  }
  return faults;
}

/** Parts go with the person they tell of; an e-mail that somebody typed with whoever had it, where the deletion names the entry. */
function mayBeGone(entry: ChainEntry, part: string, gone: Erased): boolean {
  const about = entry.entity === 'users' ? entry.entity_id : null;
  const person = part === 'actor' ? (entry.user ?? about) : about;
  return person === null ? part === 'subject' && gone.typed.has(entry.id) : gone.people.has(person);
}
