import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { BackupError } from './backup-error.ts';

/**
 * A sealed file: these letters, 16 bytes of salt, then pieces of 64 KiB each sealed by AES-256-GCM under a
 * key made of the secret and the salt by scrypt. A piece is bound to its place, and the last one to being
 * the last: a file that is cut off, or whose pieces changed places, does not open.
 */
const MAGIC = Buffer.from('sealed database backup 1\n');
const SALT = 16;
const PIECE = 64 * 1024;
const TAG = 16;

const keyOf = (secret: string, salt: Buffer) =>
  scryptSync(secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(index), 0);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Cuts what comes into pieces of one length; the last is what is left, handed over by itself. */
abstract class Pieces extends Transform {
  #held: Buffer[] = [];
  #size = 0;

  protected abstract pieceLength(): number;
  protected abstract piece(content: Buffer, isLast: boolean): void;

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held.push(chunk);
    this.#size += chunk.length;
    try {
      // One byte more than a piece: else this may be the last one.
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
    this.push(Buffer.concat([MAGIC, salt]));
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
  #state: 'start' | 'plain' | Buffer = 'start';
  #index = 0;

  constructor(secret: string | undefined) {
    super({ highWaterMark: PIECE });
    this.#secret = secret;
  }
  protected override pieceLength(): number {
    return this.#state === 'start' ? MAGIC.length + SALT : PIECE + TAG;
  }
  protected override piece(content: Buffer, isLast: boolean): void {
    if (this.#state === 'start') this.#begin(content, isLast);
    else if (this.#state === 'plain') this.push(content);
    else this.push(open(this.#state, content, nonce(this.#index++, isLast)));
  }
  #begin(content: Buffer, isLast: boolean): void {
    if (isLast || !content.subarray(0, MAGIC.length).equals(MAGIC)) {
      this.#state = 'plain';
      this.push(content);
      return;
    }
    if (this.#secret === undefined)
      throw new BackupError('the file is encrypted: name the file of its key by --key-file');
    this.#state = keyOf(this.#secret, content.subarray(MAGIC.length));
  }
}

function open(key: Buffer, content: Buffer, bound: Buffer): Buffer {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bound);
    cipher.setAuthTag(content.subarray(-TAG));
    return Buffer.concat([cipher.update(content.subarray(0, -TAG)), cipher.final()]);
  } catch {
    throw new BackupError('the key does not open the file, or the file is damaged');
  }
}

/** Seals what passes through it with a secret. */
export const sealing = (secret: string): Transform => new Sealing(secret);
/** Opens what was sealed; what was not passes as it is. */
export const opening = (secret: string | undefined): Transform => new Opening(secret);
