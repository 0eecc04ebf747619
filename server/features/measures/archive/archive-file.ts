import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';

/** First line of each file: API names, in the stored units. */
export const COLUMNS = ['serial_number', 'position', 'time', 'received_at', ...METRIC_KEYS] as const;
const HEADER = Buffer.from(`${COLUMNS.join(',')}\n`);

/** A file that cannot be used as an archive; its message is one line. */
export class ArchiveError extends Error {}

const checksumOf = (path: string) => `${path}.sha256`;

/**
 * Writes the lines of a month into a compressed file with a checksum file beside it (readable by `sha256sum
 * -c`), then reads the file back from the disk. It gets its final, unused name only once its content is
 * verified.
 */
export async function writeArchive(
  folder: string,
  month: Date,
  lines: AsyncIterable<Buffer>,
): Promise<{ path: string; bytes: number; sha256: string }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `measures-${month.toISOString().slice(0, 7)}`;
  // A random name, so that nobody else writes into it, not even from another machine.
  const part = join(folder, `${name}.${randomUUID()}.part`);
  try {
    const written = createHash('sha256');
    const whole = async function* () {
      yield HEADER;
      yield* lines;
    };
    const seen = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        written.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(
      Readable.from(whole()),
      seen,
      createGzip(),
      createWriteStream(part, { mode: 0o600, flags: 'wx' }),
    );
    await flush(part);
    const { content, file, bytes } = await digests(part);
    if (content !== written.digest('hex'))
      throw new ArchiveError(`${part} does not read back as it was written: is its disk well?`);
    for (let number = 1; ; number += 1) {
      const path = join(folder, `${name}-${String(number).padStart(4, '0')}.csv.gz`);
      if (!(await takeName(part, path, file))) continue;
      await flush(folder);
      return { path, bytes, sha256: file };
    }
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Gives a file an unused name; one month may have several files, of different AEROs or of late measures.
 * Whoever creates the checksum file owns the name: exclusive creation also works on a share, whose look-ups
 * may be stale.
 */
async function takeName(part: string, path: string, sha256: string): Promise<boolean> {
  const checksum = `${sha256}  ${basename(path)}\n`;
  const isTaken = (error: NodeJS.ErrnoException) => error.code === 'EEXIST';
  try {
    await writeFile(checksumOf(path), checksum, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (isTaken(error as NodeJS.ErrnoException)) return false;
    throw error;
  }
  try {
    await link(part, path);
    return true;
  } catch (error) {
    // Either a file without its checksum, or a file system without links, where creating the checksum is
    // enough to own the name.
    if (!isTaken(error as NodeJS.ErrnoException) && !existsSync(path)) {
      await rename(part, path);
      return true;
    }
    await rm(checksumOf(path), { force: true });
    return false;
  }
}

const PART_LIVES_MS = 24 * 3_600_000;

/** Removes files left incomplete by a killed process: parts that have not changed for a day. */
export async function removeOldParts(folder: string, now = Date.now()): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    if (!/^measures-.*\.part$/.test(name)) continue;
    const path = join(folder, name);
    if (now - (await stat(path)).mtimeMs > PART_LIVES_MS) await rm(path, { force: true });
  }
}

/** Removes a file that is not needed. */
export async function removeArchive(path: string): Promise<void> {
  for (const one of [path, checksumOf(path)]) await rm(one, { force: true });
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file and of its decompressed content. */
async function digests(path: string): Promise<{ content: string; file: string; bytes: number }> {
  const [content, file] = [createHash('sha256'), createHash('sha256')];
  let bytes = 0;
  const source = createReadStream(path);
  source.on('data', (chunk) => {
    file.update(chunk);
    bytes += chunk.length;
  });
  await pipeline(source, createGunzip(), async (chunks) => {
    for await (const chunk of chunks) content.update(chunk as Buffer);
  });
  return { content: content.digest('hex'), file: file.digest('hex'), bytes };
}

/** Refuses a file that differs from the one written; returns its SHA-256, which identifies it. */
export async function checkArchive(path: string): Promise<string> {
  if (!existsSync(path)) throw new ArchiveError(`${path} is not there.`);
  if (!existsSync(checksumOf(path)))
    throw new ArchiveError(`${checksumOf(path)} is not there: the file cannot be told to be whole.`);
  const [said = ''] = (await readFile(checksumOf(path), 'utf8')).split(' ');
  const found = await digests(path).catch(() => undefined);
  if (found?.file !== said) throw new ArchiveError(`${path} is not as it was written: take another copy.`);
  return said;
}
