import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { BackupError } from './backup-error.ts';

/**
 * Format of an encrypted file: these letters, 16 bytes of salt, 16 bytes that only the right key can compute,
 * an 8-byte checksum of all these; then pieces of 64 KiB each encrypted by AES-256-GCM with a key derived
 * from the secret and the salt by scrypt. A piece is bound to its position, and the last one to being the
 * last: a file that is cut off or has moved pieces cannot be decrypted. The proof of the key distinguishes a
 * wrong key from a damaged file, before anything is decrypted.
 */
const MAGIC = Buffer.from('sealed database backup 2\n');
/** Files from before version 2.7 have pieces directly after the salt. */
const FIRST_MAGIC = Buffer.from('sealed database backup 1\n');
const SALT = 16;
const PROOF = 16;
const SUM = 8;
const PIECE = 64 * 1024;
const TAG = 16;

const keyOf = (secret: string, salt: Buffer) =>
  scryptSync(secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });

/** A value that only the holder of the key can compute, and that does not reveal it. */
const proofOf = (key: Buffer) =>
  createHmac('sha256', key).update('the right key').digest().subarray(0, PROOF);
const sumOf = (...parts: Buffer[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest().subarray(0, SUM);

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(index), 0);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Splits the input into pieces of one length; the rest is passed on separately as the last. */
abstract class Pieces extends Transform {
  #held: Buffer[] = [];
  #size = 0;

  protected abstract pieceLength(): number;
  protected abstract piece(content: Buffer, isLast: boolean): void;

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held.push(chunk);
    this.#size += chunk.length;
    try {
      // One byte more than a piece, because otherwise this may be the last one.
      while (this.#size > this.pieceLength()) this.#give(this.pieceLength(), false);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#give(this.#size, true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #give(length: number, isLast: boolean): void {
    const whole = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    const rest = whole.subarray(length);
    this.#held = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    this.piece(whole.subarray(0, length), isLast);
  }
}

class Sealing extends Pieces {
  readonly #key: Buffer;
  #index = 0;

  constructor(secret: string) {
    super({ highWaterMark: PIECE });
    const salt = randomBytes(SALT);
    this.#key = keyOf(secret, salt);
    const proof = proofOf(this.#key);
    this.push(Buffer.concat([MAGIC, salt, proof, sumOf(MAGIC, salt, proof)]));
  }
  protected override pieceLength(): number {
    return PIECE;
  }
  protected override piece(content: Buffer, isLast: boolean): void {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce(this.#index++, isLast));
    this.push(Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]));
  }
}

class Opening extends Pieces {
  readonly #secret: string | undefined;
  #state: 'start' | 'plain' | 'proof' | 'sealed' = 'start';
  #salt = Buffer.alloc(0);
  #key = Buffer.alloc(0);
  /** The key is known to be right: a piece that cannot be decrypted is damaged. */
  #isRight = false;
  #index = 0;

  constructor(secret: string | undefined) {
    super({ highWaterMark: PIECE });
    this.#secret = secret;
  }
  protected override pieceLength(): number {
    if (this.#state === 'start') return MAGIC.length + SALT;
    return this.#state === 'proof' ? PROOF + SUM : PIECE + TAG;
  }
  protected override piece(content: Buffer, isLast: boolean): void {
    if (this.#state === 'start') this.#begin(content, isLast);
    else if (this.#state === 'proof') this.#prove(content, isLast);
    else if (this.#state === 'plain') this.push(content);
    else this.#open(content, isLast);
  }
  #begin(content: Buffer, isLast: boolean): void {
    const magic = content.subarray(0, MAGIC.length);
    const isSealed = !isLast && (magic.equals(MAGIC) || magic.equals(FIRST_MAGIC));
    if (!isSealed) {
      this.#state = 'plain';
      this.push(content);
      return;
    }
    if (this.#secret === undefined)
      throw new BackupError('the file is encrypted: name the file of its key by --key-file');
    this.#salt = Buffer.from(content.subarray(MAGIC.length));
    this.#key = keyOf(this.#secret, this.#salt);
    this.#state = magic.equals(MAGIC) ? 'proof' : 'sealed';
  }
  #prove(content: Buffer, isLast: boolean): void {
    const [proof, sum] = [content.subarray(0, PROOF), content.subarray(PROOF)];
    if (isLast || !sum.equals(sumOf(MAGIC, this.#salt, proof)))
      throw new BackupError('the file is damaged: its first bytes are not as they were written');
    if (!proof.equals(proofOf(this.#key)))
      throw new BackupError(
        'the key is not the one that the file was encrypted with: name another --key-file',
      );
    this.#isRight = true;
    this.#state = 'sealed';
  }
  #open(content: Buffer, isLast: boolean): void {
    const opened = open(this.#key, content, nonce(this.#index++, isLast));
    if (opened === undefined)
      throw new BackupError(
        this.#isRight
          ? 'the file is damaged: it was changed or cut off after it was encrypted'
          : 'the key is not the one that the file was encrypted with, or the file is damaged at its beginning',
      );
    this.#isRight = true;
    this.push(opened);
  }
}

function open(key: Buffer, content: Buffer, bound: Buffer): Buffer | undefined {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bound);
    cipher.setAuthTag(content.subarray(-TAG));
    return Buffer.concat([cipher.update(content.subarray(0, -TAG)), cipher.final()]);
  } catch {
    return undefined;
  }
}

/** A stream that encrypts with a secret. */
export const sealing = (secret: string): Transform => new Sealing(secret);
/** A stream that decrypts; unencrypted input passes unchanged. */
export const opening = (secret: string | undefined): Transform => new Opening(secret);
