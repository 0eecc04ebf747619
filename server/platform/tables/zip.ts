import { crc32, createDeflateRaw } from 'node:zlib';
import { strToU8, Zip, ZipDeflate, type ZipInputFile } from 'fflate';

/** What the size of an entry holds without ZIP64, which this does not write. */
const MAX_SIZE = 0xffff_ffff;

/**
 * Writes a ZIP of small files and one large one, piece by piece. The large one is deflated by Node's own
 * zlib, off the main thread: other requests go on meanwhile. Sizes follow each entry in a data descriptor; the
 * entries are deflated, for of a stored one readers that stream (java.util.zip) cannot tell where it ends.
 */
export async function* zipOf(
  small: Readonly<Record<string, string>>,
  large: { name: string; pieces: AsyncIterable<string> },
): AsyncGenerator<Buffer> {
  let out: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error !== null) failed = error;
    else out.push(data);
  });
  const drained = function* () {
    if (failed !== null) throw failed;
    const ready = out;
    out = [];
    for (const part of ready) yield Buffer.from(part);
  };
  for (const [name, text] of Object.entries(small)) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(strToU8(text), true);
  }
  const file: ZipInputFile & { crc: number; size: number } = {
    filename: large.name,
    compression: 8,
    crc: 0,
    size: 0,
  };
  zip.add(file);
  yield* drained();
  const deflate = createDeflateRaw({ level: 4 });
  deflate.on('data', (data: Buffer) => file.ondata?.(null, new Uint8Array(data), false));
  try {
    for await (const text of large.pieces) {
      const bytes = Buffer.from(text);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      if (file.size > MAX_SIZE) throw new Error(`${large.name} is larger than a ZIP without ZIP64 holds`);
      await new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      yield* drained();
    }
    await new Promise<void>((resolve, reject) => {
      deflate.once('error', reject).once('end', resolve);
      deflate.end();
    });
  } finally {
    deflate.close();
  }
  file.ondata?.(null, new Uint8Array(0), true);
  zip.end();
  yield* drained();
}
