import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { opening } from './sealed-stream.ts';

/**
 * A backup is gzip around frames: a letter, the length in four bytes, the content.
 * `H` header, then for each table `T` its name and columns, `D` pieces of its rows, `E` their count and
 * SHA-256; for each file `F` its path, `D`, `E`; last `Z`: the table of contents, and the SHA-256 of all before.
 */
export type FrameType = 'H' | 'T' | 'F' | 'D' | 'E' | 'Z';
export interface Frame {
  readonly type: FrameType;
  readonly content: Buffer;
}

const HEAD = 5;
/** No valid frame is longer; a corrupt length must not exhaust the memory. */
const LONGEST = 64 * 1024 * 1024;

/** Writes frames, and computes the SHA-256 of everything written. */
export function frameWriter() {
  const all = createHash('sha256');
  return {
    frame(type: FrameType, content: Buffer | object): Buffer {
      const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
      const head = Buffer.alloc(HEAD);
      head.write(type, 0, 'latin1');
      head.writeUInt32BE(body.length, 1);
      const whole = Buffer.concat([head, body]);
      all.update(whole);
      return whole;
    },
    digest: () => all.copy().digest('hex'),
  };
}

export const jsonOf = <T>({ content }: Frame): T => JSON.parse(content.toString('utf8')) as T;

/**
 * The frames of a file, in order; `secret` decrypts it. Throws when the file is truncated, altered or not a
 * backup.
 */
export async function* readFrames(path: string, secret?: string): AsyncGenerator<Frame> {
  const all = createHash('sha256');
  const pieces = pieceReader(gunzipped(path, secret));
  for (;;) {
    const head = await pieces.take(HEAD);
    const type = head.toString('latin1', 0, 1) as FrameType;
    const length = head.readUInt32BE(1);
    if (!'HTFDEZ'.includes(type) || length > LONGEST) throw damaged('it is no backup of this program');
    const content = await pieces.take(length);
    const frame = { type, content };
    if (type === 'Z') {
      if (jsonOf<{ sha256: string }>(frame).sha256 !== all.digest('hex'))
        throw damaged('its checksum differs');
      await pieces.end();
      yield frame;
      return;
    }
    all.update(head).update(content);
    yield frame;
  }
}

function gunzipped(path: string, secret: string | undefined): Readable {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // An error on either side reaches the reader of gunzip.
  pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), opening(secret), gunzip, () => undefined);
  return gunzip;
}

function pieceReader(source: Readable) {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer[] = [];
  let size = 0;
  const more = async (): Promise<boolean> => {
    try {
      const { done, value } = await chunks.next();
      if (done === true) return false;
      held.push(value);
      size += value.length;
      return true;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
        throw new BackupError(`the file cannot be read (${code})`);
      if (error instanceof BackupError) throw error;
      throw damaged(message);
    }
  };
  return {
    async take(length: number): Promise<Buffer> {
      while (size < length) if (!(await more())) throw damaged('it ends too early');
      const whole = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held);
      const rest = whole.subarray(length);
      held = rest.length > 0 ? [rest] : [];
      size = rest.length;
      return whole.subarray(0, length);
    },
    async end(): Promise<void> {
      if (size > 0 || (await more())) throw damaged('something follows its end');
    },
  };
}

function damaged(why: string): BackupError {
  return new BackupError(`the file is damaged: ${why}`);
}
