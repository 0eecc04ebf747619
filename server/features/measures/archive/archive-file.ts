import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';

/** First line of each file: names of the API, in the units that are stored. */
export const COLUMNS = ['serial_number', 'position', 'time', 'received_at', ...METRIC_KEYS] as const;
const HEADER = Buffer.from(`${COLUMNS.join(',')}\n`);

/** A file that cannot be used as an archive; its message is one line. */
export class ArchiveError extends Error {}

const checksumOf = (path: string) => `${path}.sha256`;

/**
 * Writes the lines of a month into a compressed file with its checksum beside it (`sha256sum -c` reads it), then reads
 * the file as it lies on the disk. It has its name, which nobody had, only once it was found to hold what was written.
 */
export async function writeArchive(
  folder: string,
  month: Date,
  lines: AsyncIterable<Buffer>,
): Promise<{ path: string; bytes: number; sha256: string }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `measures-${month.toISOString().slice(0, 7)}`;
  // Nobody else writes into it, also from another machine.
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
 * Gives a file its name where nobody has it; of a month several files may be written, of different AEROs or of what
 * came late. Who makes the checksum has the name: an exclusive make is one also on a share, whose look-ups may be old.
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
    // A file without its checksum; where the disk knows no links the name is ours by the checksum alone.
    if (!isTaken(error as NodeJS.ErrnoException) && !existsSync(path)) {
      await rename(part, path);
      return true;
    }
    await rm(checksumOf(path), { force: true });
    return false;
  }
}

const PART_LIVES_MS = 24 * 3_600_000;

/** Removes what a process that was killed left half written: parts that nobody has touched for a day. */
export async function removeOldParts(folder: string, now = Date.now()): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    if (!/^measures-.*\.part$/.test(name)) continue;
    const path = join(folder, name);
    if (now - (await stat(path)).mtimeMs > PART_LIVES_MS) await rm(path, { force: true });
  }
}

/** Of a file nobody needs. */
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

/** SHA-256 of a file and of what is compressed in it. */
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

/** Refuses a file that is not the one that was written; answers its SHA-256, by which it is known. */
export async function checkArchive(path: string): Promise<string> {
  if (!existsSync(path)) throw new ArchiveError(`${path} is not there.`);
  if (!existsSync(checksumOf(path)))
    throw new ArchiveError(`${checksumOf(path)} is not there: the file cannot be told to be whole.`);
  const [said = ''] = (await readFile(checksumOf(path), 'utf8')).split(' ');
  const found = await digests(path).catch(() => undefined);
  if (found?.file !== said) throw new ArchiveError(`${path} is not as it was written: take another copy.`);
  return said;
}
