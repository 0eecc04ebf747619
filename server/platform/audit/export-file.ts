import { createHash, createPublicKey, verify } from 'node:crypto';
import type { AuditProblem } from '@aerowatch/domain/audit-problems';
import { canonicalJson } from '@aerowatch/domain/canonical-json';
import type { Signer } from '../crypto/signer.ts';
import { rawKey } from '../crypto/vendor-keys.ts';
import { type ChainEntry, chainHash } from './chain.ts';
import { personalHash } from './personal.ts';
import type { Link } from './store-chain.ts';
import { aboutOf, type Verdict } from './verify.ts';

/** What is signed of an exported log: where it begins and ends. */
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

/** What an exported log says by itself: whose key signed it is for who reads it to compare. */
export interface ExportVerdict extends Verdict {
  /** SHA-256 of the key that the last line names, in hex; empty where nothing is signed by it. */
  readonly signedBy: string;
}

/** Which key it is, in a word that can be told by telephone or kept on paper: SHA-256 of its 32 bytes, in hex. */
export function fingerprintOf(publicKeyPem: string): string {
  return createHash('sha256')
    .update(rawKey(createPublicKey(publicKeyPem)))
    .digest('hex');
}

/** Lines end with a line feed alone: a name may hold what other readers of lines take for an end (U+2028). */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Follows an exported log line by line: entries against hashes, hashes against the signed end. */
export async function checkExport(lines: AsyncIterable<string> | Iterable<string>): Promise<ExportVerdict> {
  const problems: AuditProblem[] = [];
  let [erased, entries, line] = [0, 0, 0];
  // The first link is held against the signed beginning, which stands in the last line.
  let first: ExportedLink | undefined;
  let last: ExportedLink | undefined;
  const follow = (text: string) => {
    line += 1;
    try {
      const link = linkOf(text);
      const found = personalProblems(link);
      if (last === undefined) first = link;
      else problems.push(...linkProblems(link, last));
      problems.push(...found.problems);
      erased += found.erased;
      entries += 1;
      last = link;
    } catch {
      problems.push({ code: 'unreadable', entry: line });
    }
  };
  let held: string | undefined;
  for await (const text of lines) {
    if (text === '') continue;
    if (held !== undefined) follow(held);
    held = text;
  }
  const end: Partial<SignedEnd> = objectOf(held ?? '') ?? {};
  const signed = isSigned(end);
  if (!signed) problems.push({ code: 'unsigned' });
  const from = end.proof?.from ?? { seq: 0, hash: '' };
  if (first !== undefined) problems.push(...linkProblems(first, from));
  const head = last === undefined ? from : { seq: last.seq, hash: last.hash };
  if (end.proof?.head.seq !== head.seq || end.proof.head.hash !== head.hash)
    problems.push({ code: 'other_end' });
  const signedBy = signed ? fingerprintOf(end.public_key ?? '') : '';
  return { entries, erased, waiting: 0, from, head, problems, signedBy };
}

interface SignedEnd {
  readonly proof: Proof;
  readonly signature: string;
  readonly public_key: string;
}

interface ExportedLink {
  readonly seq: number;
  readonly hash: string;
  readonly entry: ChainEntry | null;
  readonly personal: Record<string, { salt: string; content: string }>;
}

/** A file from anybody may hold anything: what cannot be read is told, and the rest is followed. */
function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Throws at a line that is no link. */
function linkOf(text: string): ExportedLink {
  const link = objectOf(text) as ExportedLink | undefined;
  if (typeof link?.seq !== 'number' || typeof link.hash !== 'string') throw new Error('no link');
  return link;
}

function isSigned({ proof, signature = '', public_key = '' }: Partial<SignedEnd>): boolean {
  if (proof === undefined) return false;
  try {
    return verify(null, bytesOf(proof), createPublicKey(public_key), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** A link against the one before it. */
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

/** What a link says of people against its hashes; how many of its personal parts were taken out. */
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
