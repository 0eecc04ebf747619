import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '@aerowatch/domain/canonical-json';
import type { Signer } from '../crypto/signer.ts';
import { rawKey } from '../crypto/vendor-keys.ts';
import { type ChainEntry, chainHash } from './chain.ts';
import { personalHash } from './personal.ts';
import type { Link } from './store-chain.ts';
import type { Verdict } from './verify.ts';

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
  const problems: string[] = [];
  let erased = 0;
  let entries = 0;
  // The first link is held against the signed beginning, which stands in the last line.
  let first: ExportedLink | undefined;
  let last: ExportedLink | undefined;
  const follow = (link: ExportedLink) => {
    entries += 1;
    if (last === undefined) first = link;
    else problems.push(...linkProblems(link, last));
    const found = personalProblems(link);
    problems.push(...found.problems);
    erased += found.erased;
    last = link;
  };
  let held: string | undefined;
  for await (const line of lines) {
    if (line === '') continue;
    if (held !== undefined) follow(JSON.parse(held));
    held = line;
  }
  const end = JSON.parse(held ?? '{}') as Partial<SignedEnd>;
  const signed = isSigned(end);
  if (!signed) problems.push('the last line is not signed by the key it names');
  const from = end.proof?.from ?? { seq: 0, hash: '' };
  if (first !== undefined) problems.push(...linkProblems(first, from));
  const head = last === undefined ? from : { seq: last.seq, hash: last.hash };
  if (end.proof?.head.seq !== head.seq || end.proof.head.hash !== head.hash)
    problems.push('the end is not the signed one');
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

function isSigned({ proof, signature = '', public_key = '' }: Partial<SignedEnd>): boolean {
  return (
    proof !== undefined &&
    verify(null, bytesOf(proof), createPublicKey(public_key), Buffer.from(signature, 'base64'))
  );
}

/** A link against the one before it. */
function linkProblems(link: ExportedLink, before: { seq: number; hash: string }): string[] {
  const problems: string[] = [];
  const next = before.seq + 1;
  if (link.seq !== next) problems.push(`entries ${next} to ${link.seq - 1} of the chain are missing`);
  const expected = link.entry && chainHash(Buffer.from(before.hash, 'hex'), link.entry).toString('hex');
  if (expected !== link.hash) problems.push(`entry ${link.seq} was changed`);
  return problems;
}

/** What a link says of people against its hashes; how many of its personal parts were taken out. */
function personalProblems(link: ExportedLink) {
  const problems: string[] = [];
  let erased = 0;
  for (const [part, hash] of Object.entries(link.entry?.personal ?? {})) {
    const held = link.personal[part];
    if (held === undefined) erased += 1;
    else if (personalHash(Buffer.from(held.salt, 'hex'), held.content) !== hash)
      problems.push(`who entry ${link.seq} is about (${part}) was changed`);
  }
  return { problems, erased };
}
