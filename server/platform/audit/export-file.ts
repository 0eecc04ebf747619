import { createHash, createPublicKey, verify } from 'node:crypto';
import type { AuditProblem } from '@aerowatch/domain/audit-problems';
import { canonicalJson } from '@aerowatch/domain/canonical-json';
import type { Signer } from '../crypto/signer.ts';
import { rawKey } from '../crypto/vendor-keys.ts';
import { type ChainEntry, chainHash } from './chain.ts';
import { personalHash } from './personal.ts';
import type { Link } from './store-chain.ts';
import { aboutOf, MAX_PROBLEMS, type Verdict } from './verify.ts';

/** The signed part of an exported log: its beginning and end. */
type Proof = Pick<Verdict, 'entries' | 'from' | 'head'>;

/** One link as one line. */
export function lineOf({ seq, hash, entry, personal }: Link): string {
  return `${JSON.stringify({ seq, hash: hash.toString('hex'), entry, personal })}\n`;
}

/** The last line: beginning and end, signed with the key of this installation. */
export function endOf({ entries, from, head }: Verdict, signer: Signer): string {
  const proof: Proof = { entries, from, head };
  const signature = signer.sign(bytesOf(proof));
  return `${JSON.stringify({ proof, signature, public_key: signer.publicKeyPem })}\n`;
}

const bytesOf = (proof: Proof) =>
  Buffer.from(canonicalJson({ ...proof, from: { ...proof.from }, head: { ...proof.head } }));

/** The result of checking an exported log alone: the reader must compare the signing key. */
export interface ExportVerdict extends Verdict {
  /** SHA-256 of the key in the last line, in hex; empty without a valid signature. */
  readonly signedBy: string;
}

/** Fingerprint of the key, to be read out by phone or kept on paper: SHA-256 of its 32 bytes, in hex. */
export function fingerprintOf(publicKeyPem: string): string {
  return createHash('sha256')
    .update(rawKey(createPublicKey(publicKeyPem)))
    .digest('hex');
}

/**
 * Maximum characters of a line: a file that is not a log may have no line ends. Longer ones are passed on in
 * parts, which cannot be parsed.
 */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * Lines end only with a line feed: a name may contain characters that other readers treat as a line end
 * (U+2028).
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const [first = '', ...lines] = piece.split('\n');
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
    if (rest.length < LONGEST_LINE) continue;
    yield rest;
    rest = '';
  }
  yield rest;
}

/**
 * Checks an exported log line by line: entries against hashes, hashes against the signed end. Lists the first
 * `MAX_PROBLEMS` of its lines, and the problems of its end.
 */
export async function checkExport(lines: AsyncIterable<string> | Iterable<string>): Promise<ExportVerdict> {
  const problems: AuditProblem[] = [];
  let [erased, entries, line] = [0, 0, 0];
  // The first link is compared with the signed beginning, which is in the last line.
  let first: { link: ExportedLink; line: number } | undefined;
  let last: ExportedLink | undefined;
  const note = (...found: AuditProblem[]) => {
    problems.push(...found.slice(0, MAX_PROBLEMS - problems.length));
  };
  const follow = (text: string) => {
    line += 1;
    try {
      const link = linkOf(text);
      const found = personalProblems(link);
      if (last === undefined) first = { link, line };
      else note(...linkProblems(link, last));
      note(...found.problems);
      erased += found.erased;
      entries += 1;
      last = link;
    } catch {
      note({ code: 'unreadable', entry: line });
    }
  };
  let held: string | undefined;
  for await (const text of lines) {
    if (text === '') continue;
    if (held !== undefined) follow(held);
    held = text;
  }
  const { proof, signedBy } = signedEnd(held ?? '');
  if (signedBy === '') problems.push({ code: 'unsigned' });
  const from = proof?.from ?? { seq: 0, hash: '' };
  if (first !== undefined) problems.push(...firstProblems(first, from));
  const head = last === undefined ? from : { seq: last.seq, hash: last.hash };
  if (proof?.head.seq !== head.seq || proof.head.hash !== head.hash) problems.push({ code: 'other_end' });
  return { entries, erased, waiting: 0, from, head, problems, signedBy };
}

interface ExportedLink {
  readonly seq: number;
  readonly hash: string;
  readonly entry: ChainEntry | null;
  readonly personal: Record<string, { salt: string; content: string }>;
}

/** A file from anybody may contain anything: unparsable lines are reported, and the rest is checked. */
function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Throws for a line that is no link. */
function linkOf(text: string): ExportedLink {
  const link = objectOf(text) as ExportedLink | undefined;
  if (!isPlace(link) || !isEntry((link as ExportedLink).entry)) throw new Error('no link');
  return link as ExportedLink;
}

/** Whether a value has a number and a hash of the chain. */
function isPlace(value: unknown): boolean {
  const { seq, hash } = (value ?? {}) as { seq?: unknown; hash?: unknown };
  return Number.isSafeInteger(seq) && typeof hash === 'string';
}

/** Null is an entry that was removed; all fields of others are hashed, and these are needed for messages. */
function isEntry(value: unknown): boolean {
  if (value === null) return true;
  const { at, action } = (value ?? {}) as { at?: unknown; action?: unknown };
  return typeof at === 'string' && typeof action === 'string';
}

/** What the last line proves, if it is one, and by whose key; empty without one. */
function signedEnd(text: string): { readonly proof: Proof | undefined; readonly signedBy: string } {
  const { proof, signature, public_key } = (objectOf(text) ?? {}) as Record<string, unknown>;
  const said = (proof ?? {}) as Proof;
  if (!isPlace(said.from) || !isPlace(said.head)) return { proof: undefined, signedBy: '' };
  try {
    const key = String(public_key);
    const holds = verify(null, bytesOf(said), createPublicKey(key), Buffer.from(String(signature), 'base64'));
    return { proof: said, signedBy: holds ? fingerprintOf(key) : '' };
  } catch {
    return { proof: said, signedBy: '' };
  }
}

/** Compares a link with the previous one. */
function linkProblems(link: ExportedLink, before: { seq: number; hash: string }): AuditProblem[] {
  const { seq, entry, hash } = link;
  const problems: AuditProblem[] = [];
  const next = before.seq + 1;
  if (seq !== next) problems.push({ code: 'missing', entry: next, until: seq - 1 });
  if (entry === null) return [...problems, { code: 'removed', entry: seq }];
  if (chainHash(Buffer.from(before.hash, 'hex'), entry).toString('hex') !== hash)
    problems.push({ code: 'changed', entry: seq, at: entry.at, action: entry.action });
  return problems;
}

/** Checks the first link, whose line was accepted before the signed beginning was known. */
function firstProblems(
  { link, line }: { link: ExportedLink; line: number },
  from: { seq: number; hash: string },
): AuditProblem[] {
  try {
    return linkProblems(link, from);
  } catch {
    return [{ code: 'unreadable', entry: line }];
  }
}

/** Compares the personal parts of a link with their hashes, and counts the removed ones. */
function personalProblems(link: ExportedLink) {
  const problems: AuditProblem[] = [];
  let erased = 0;
  for (const [part, hash] of Object.entries(link.entry?.personal ?? {})) {
    const held = link.personal[part];
    if (held === undefined) erased += 1;
    else if (personalHash(Buffer.from(held.salt, 'hex'), held.content) !== hash)
      problems.push({ code: `${aboutOf(part)}_changed`, entry: link.seq });
  }
  return { problems, erased };
}
