import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredFile {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Files under DATA_DIR, with generated names (`firmwares/12.bin`), never a user's. */
export interface FileStore {
  /** Streams to the disk; the file gets its name only when it is complete and synced. */
  put(name: string, source: Readable | Buffer): Promise<StoredFile>;
  /** From `start` to `end` (both included) or all of it. */
  read(name: string, range?: { start?: number; end?: number }): Readable;
  size(name: string): Promise<number | undefined>;
  remove(name: string): Promise<void>;
  /** Absolute path, for readers that need one. */
  pathOf(name: string): string;
}

export function makeFileStore(folder: string): FileStore {
  const root = resolve(folder);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep)) throw new Error('a file name must stay in its store');
    return path;
  };
  return {
    pathOf,
    async put(name, source) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${crypto.randomUUID()}.part`;
      const hash = createHash('sha256');
      let size = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        const from = Buffer.isBuffer(source) ? Readable.from([source]) : source;
        await pipeline(from, count, createWriteStream(draft, { mode: 0o600, flush: true }));
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    read: (name, range) => createReadStream(pathOf(name), range),
    size: async (name) => {
      try {
        return (await stat(pathOf(name))).size;
      } catch {
        return undefined;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

/** Makes the new name survive a power cut; Windows cannot do this and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(join(folder), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
