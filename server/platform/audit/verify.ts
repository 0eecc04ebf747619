import type { AuditProblem, ChainProblemCode } from '@aerowatch/domain/audit-problems';
import type { Db } from '../database/db.ts';
import { system } from '../viewer.ts';
import { type ChainEntry, chainHash } from './chain.ts';
import type { SignedHead } from './head-file.ts';
import { personalHash } from './personal.ts';
import {
  countGaps,
  countUnchained,
  type ErasureLog,
  readErasures as erasedSince,
  type Link,
  linksAfter,
  startOfChain,
} from './store-chain.ts';

/** The result of a check of the chain. */
export interface Verdict {
  readonly entries: number;
  /** Number and hash of the last entry, and of the last one that retention deleted. */
  readonly head: { readonly seq: number; readonly hash: string };
  readonly from: { readonly seq: number; readonly hash: string };
  /** Entries whose personal part was removed with the person. */
  readonly erased: number;
  /** Written and not chained yet. */
  readonly waiting: number;
  /** Problems; none: nothing was changed since it was chained. */
  readonly problems: readonly AuditProblem[];
}
type ChainProblem = AuditProblem<ChainProblemCode>;
/** The result for the chain in the database, which has more data than a file. */
export interface ChainVerdict extends Omit<Verdict, 'problems'> {
  readonly problems: readonly ChainProblem[];
  /** Numbers of entries that were assigned but never chained: rolled back, or removed before. */
  readonly gaps: number;
  /** The newest head stored outside the database that the chain was compared with; null for none. */
  readonly kept: { readonly seq: number; readonly at: string } | null;
}

/** Maximum number of problems listed; a check that finds more ends. */
export const MAX_PROBLEMS = 100;

/** Heads stored outside the database, and the means to verify them. */
export interface StoredHeads {
  readonly heads: readonly SignedHead[];
  readonly isSigned: (head: SignedHead) => boolean;
  /** Whether it is old enough for retention to have deleted its entry. */
  readonly mayBePruned: (head: SignedHead) => boolean;
}

const NO_HEADS: StoredHeads = { heads: [], isSigned: () => false, mayBePruned: () => false };

/**
 * Checks the chain from its stored head, entry by entry, and compares it with the heads stored outside the
 * database; `each` is called with every valid link.
 */
export async function verifyChain(
  db: Db,
  kept: StoredHeads = NO_HEADS,
  each?: (link: Link) => Promise<void> | void,
): Promise<ChainVerdict> {
  const from = await startOfChain(db, system);
  const gone = await erasedSince(db, system);
  const problems: ChainProblem[] = [];
  const passed = passingOf(kept.heads);
  let { seq, hash } = from;
  let [entries, erased] = [0, 0];
  passed.note(from);
  for (;;) {
    const links = await linksAfter(db, system, seq);
    if (links.length === 0) break;
    for (const link of links) {
      if (link.seq !== seq + 1) problems.push({ code: 'missing', entry: seq + 1, until: link.seq - 1 });
      problems.push(...faultsOf(link, hash, gone));
      if (link.entry !== null && isErased(link)) erased += 1;
      await each?.(link);
      ({ seq, hash } = link);
      passed.note(link);
      entries += 1;
    }
    if (problems.length > MAX_PROBLEMS) break;
  }
  const { waiting, late, loose } = await countUnchained(db, system);
  problems.push(...waitingFaults(loose, late));
  // A check that ended early did not reach the end.
  if (problems.length <= MAX_PROBLEMS) problems.unshift(...headFaults(kept, passed.hashes, from.seq, seq));
  const plain = (head: { seq: number; hash: Buffer }) => ({ seq: head.seq, hash: head.hash.toString('hex') });
  return {
    entries,
    erased,
    waiting,
    gaps: await countGaps(db, system),
    kept: newestOf(kept.heads.filter(kept.isSigned)),
    from: plain(from),
    head: plain({ seq, hash }),
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

/** Remembers the hashes of the chain at the numbers of these heads. */
function passingOf(heads: readonly SignedHead[]) {
  const hashes = new Map(heads.map((head) => [head.seq, null as string | null]));
  return {
    hashes,
    note({ seq, hash }: { readonly seq: number; readonly hash: Buffer }): void {
      if (hashes.has(seq)) hashes.set(seq, hash.toString('hex'));
    },
  };
}

const newestOf = (heads: readonly SignedHead[]): ChainVerdict['kept'] => {
  const newest = heads.toSorted((a, b) => b.seq - a.seq)[0];
  return newest === undefined ? null : { seq: newest.seq, at: newest.at };
};

/** Contradictions between the stored heads and the chain: its end was cut off, or it was rebuilt. */
function headFaults(
  { heads, isSigned, mayBePruned }: StoredHeads,
  atHead: ReadonlyMap<number, string | null>,
  from: number,
  last: number,
): ChainProblem[] {
  return heads.flatMap((head): ChainProblem[] => {
    if (!isSigned(head)) return [{ code: 'head_forged', entry: head.seq }];
    // Entries deleted by retention cannot be checked any more; retention deletes no recent ones.
    if (head.seq < from && mayBePruned(head)) return [];
    if (head.seq > last) return [{ code: 'cut', entry: last + 1, until: head.seq, at: head.at }];
    return atHead.get(head.seq) === head.hash ? [] : [{ code: 'rewritten', entry: head.seq, at: head.at }];
  });
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

function faultsOf({ seq, hash, entry, personal }: Link, before: Buffer, gone: ErasureLog): ChainProblem[] {
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

/**
 * Personal parts are deleted with their person; a typed e-mail with the person who had it, where the deletion
 * mentions the entry.
 */
function mayBeGone(entry: ChainEntry, part: string, gone: ErasureLog): boolean {
  const about = entry.entity === 'users' ? entry.entity_id : null;
  const person = part === 'actor' ? (entry.user ?? about) : about;
  return person === null ? part === 'subject' && gone.typed.has(entry.id) : gone.people.has(person);
}
