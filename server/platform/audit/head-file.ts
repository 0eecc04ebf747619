import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson } from '@aerowatch/domain/canonical-json';
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import type { Signer } from '../crypto/signer.ts';
import type { Db } from '../database/db.ts';
import type { Log } from '../log/log.ts';
import { system } from '../viewer.ts';
import { type Head, hashAt } from './store-chain.ts';

/**
 * The last link of the chain, signed with the key of this installation and stored outside the database: the
 * owner of the database can remove entries from the end, or rebuild the whole chain, but cannot change this.
 */
export interface SignedHead {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: string;
  readonly signature: string;
}
/** Minimum interval of lines to the copy and to the log. */
const SHIPPED_MS = 10 * MINUTE;
/** From a file with more heads, only the newest are read. */
const MAX_HEADS = 1000;

export const headPath = (dataDir: string): string => join(dataDir, 'audit', 'head.json');

const bytesOf = ({ seq, hash, at }: Omit<SignedHead, 'signature'>) =>
  Buffer.from(`audit head ${canonicalJson({ seq, hash, at })}`);

/** Whether this installation signed it. */
export function isSigned(head: SignedHead, signer: Signer): boolean {
  try {
    return signer.verify(bytesOf(head), head.signature);
  } catch {
    return false;
  }
}

/** Heads in a file, one JSON per line; none without a file. An unreadable line is ignored. */
export function readHeads(path: string): SignedHead[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-MAX_HEADS).map(headOfLine);
}

function headOfLine(line: string): SignedHead {
  try {
    const { seq, hash, at, signature } = JSON.parse(line) as Record<string, unknown>;
    return { seq: Number(seq), hash: String(hash), at: String(at), signature: String(signature) };
  } catch {
    return { seq: 0, hash: '', at: '', signature: '' };
  }
}

/** Where heads are stored, and the retention of the entries they sign. */
export interface HeadPlaces {
  readonly dataDir: string;
  readonly auditHeadCopy: string | null;
  readonly auditRetentionDays: number | null;
}

/** By the environment setting, because the retention in the database is controlled by its owner. */
export const mayBePruned = (retentionDays: number | null, now: Date) => (head: SignedHead) =>
  retentionDays !== null && Date.parse(head.at) < now.getTime() - retentionDays * DAY;

export interface HeadKeeper {
  /**
   * Stores the head after a commit. One that does not follow from the stored one is reported, and not stored.
   */
  keep(head: Head, now: Date): Promise<void>;
}

export function headKeeper(
  { db, log, signer }: { readonly db: Db; readonly log: Log; readonly signer: Signer },
  { dataDir, auditHeadCopy: copy, auditRetentionDays }: HeadPlaces,
): HeadKeeper {
  const path = headPath(dataDir);
  let shippedAt = Number.NEGATIVE_INFINITY;
  return {
    async keep({ seq, hash }, now) {
      const [kept] = readHeads(path);
      if (kept !== undefined && !(await isFollowed(db, kept, signer, mayBePruned(auditRetentionDays, now))))
        return log.error({ kept: kept.seq, head: seq }, 'the audit log does not follow from its kept head');
      // Another process was faster.
      if (kept !== undefined && kept.seq >= seq) return;
      const plain = { seq, hash: hash.toString('hex'), at: now.toISOString() };
      const head: SignedHead = { ...plain, signature: signer.sign(bytesOf(plain)) };
      writeWhole(path, `${JSON.stringify(head)}\n`);
      if (now.getTime() - shippedAt < SHIPPED_MS) return;
      shippedAt = now.getTime();
      log.info({ audit_head: head }, 'audit head');
      if (copy !== null) appendFileSync(copy, `${JSON.stringify(head)}\n`, { mode: 0o600 });
    },
  };
}

async function isFollowed(
  db: Db,
  kept: SignedHead,
  signer: Signer,
  isOld: (head: SignedHead) => boolean,
): Promise<boolean> {
  if (!isSigned(kept, signer)) return false;
  const hash = await hashAt(db, system, kept.seq);
  return (hash === 'pruned' && isOld(kept)) || (hash instanceof Buffer && hash.toString('hex') === kept.hash);
}

/** Written completely or not at all, even if the machine stops. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
