import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '@aerowatch/domain/canonical-json';
import type { Signer } from '../crypto/signer.ts';
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

/** Follows an exported log by itself: entries against hashes, hashes against the signed end. */
export function checkExport(text: string): Verdict {
  const lines = text.trimEnd().split('\n');
  const { proof, signature, public_key } = JSON.parse(lines.pop() ?? '{}') as {
    proof?: Proof;
    signature?: string;
    public_key?: string;
  };
  const problems: string[] = [];
  if (!isSigned(proof, signature, public_key))
    problems.push('the last line is not signed by the key it names');
  let { seq, hash } = proof?.from ?? { seq: 0, hash: '' };
  let erased = 0;
  for (const line of lines) {
    const link = JSON.parse(line) as ExportedLink;
    const found = checkLink(link, { seq, hash });
    problems.push(...found.problems);
    erased += found.erased;
    ({ seq, hash } = link);
  }
  if (proof?.head.seq !== seq || proof.head.hash !== hash) problems.push('the end is not the signed one');
  const head = { seq, hash };
  return { entries: lines.length, erased, waiting: 0, from: proof?.from ?? head, head, problems };
}

interface ExportedLink {
  readonly seq: number;
  readonly hash: string;
  readonly entry: ChainEntry | null;
  readonly personal: Record<string, { salt: string; content: string }>;
}

function isSigned(proof: Proof | undefined, signature = '', publicKey = ''): boolean {
  return (
    proof !== undefined &&
    verify(null, bytesOf(proof), createPublicKey(publicKey), Buffer.from(signature, 'base64'))
  );
}

/** A link against the one before it; how many of its personal parts were taken out. */
function checkLink(link: ExportedLink, before: { seq: number; hash: string }) {
  const problems: string[] = [];
  const next = before.seq + 1;
  if (link.seq !== next) problems.push(`entries ${next} to ${link.seq - 1} of the chain are missing`);
  const expected = link.entry && chainHash(Buffer.from(before.hash, 'hex'), link.entry).toString('hex');
  if (expected !== link.hash) problems.push(`entry ${link.seq} was changed`);
  let erased = 0;
  for (const [part, hash] of Object.entries(link.entry?.personal ?? {})) {
    const held = link.personal[part];
    if (held === undefined) erased += 1;
    else if (personalHash(Buffer.from(held.salt, 'hex'), held.content) !== hash)
      problems.push(`who entry ${link.seq} is about (${part}) was changed`);
  }
  return { problems, erased };
}
