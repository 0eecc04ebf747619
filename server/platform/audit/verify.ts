import type { AuditProblem, ChainProblemCode } from '@aerowatch/domain/audit-problems';
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
  readonly problems: readonly AuditProblem[];
}
type ChainProblem = AuditProblem<ChainProblemCode>;

/** Problems that are listed; a check that finds more ends. */
export const MAX_PROBLEMS = 100;

/** Follows the chain from its stored head, entry by entry; `each` is called with every valid link. */
export async function verifyChain(
  db: Db,
  each?: (link: Link) => Promise<void> | void,
): Promise<Verdict & { readonly problems: readonly ChainProblem[] }> {
  const from = await keptHead(db, system);
  const gone = await erasedSince(db, system);
  const problems: ChainProblem[] = [];
  let { seq, hash } = from;
  let [entries, erased] = [0, 0];
  for (;;) {
    const links = await linksAfter(db, system, seq);
    if (links.length === 0) break;
    for (const link of links) {
      if (link.seq !== seq + 1) problems.push({ code: 'missing', entry: seq + 1, until: link.seq - 1 });
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

function waitingFaults(loose: number, late: number): ChainProblem[] {
  const faults = [
    { code: 'never_chained', count: loose },
    { code: 'late', count: late },
  ] as const;
  return faults.filter(({ count }) => count > 0);
}

const isErased = ({ entry, personal }: Link) =>
  Object.keys(entry?.personal ?? {}).some((part) => !(part in personal));

function faultsOf({ seq, hash, entry, personal }: Link, before: Buffer, gone: Erased): ChainProblem[] {
  if (entry === null) return [{ code: 'removed', entry: seq }];
  const faults: ChainProblem[] = [];
  if (!chainHash(before, entry).equals(hash))
    faults.push({ code: 'changed', entry: seq, at: entry.at, action: entry.action });
  for (const [part, expected] of Object.entries(entry.personal)) {
    const held = personal[part];
    if (held === undefined) {
      if (!mayBeGone(entry, part, gone)) faults.push({ code: `${aboutOf(part)}_removed`, entry: seq });
    } else if (personalHash(Buffer.from(held.salt, 'hex'), held.content) !== expected)
      faults.push({ code: `${aboutOf(part)}_changed`, entry: seq });
  }
  return faults;
}

/** The subject of a personal part: who acted, or on whom. */
export const aboutOf = (part: string) => (part === 'actor' ? 'actor' : 'subject');

/** Parts go with the person they tell of; an e-mail that somebody typed with whoever had it, where the deletion names the entry. */
function mayBeGone(entry: ChainEntry, part: string, gone: Erased): boolean {
  const about = entry.entity === 'users' ? entry.entity_id : null;
  const person = part === 'actor' ? (entry.user ?? about) : about;
  return person === null ? part === 'subject' && gone.typed.has(entry.id) : gone.people.has(person);
}
