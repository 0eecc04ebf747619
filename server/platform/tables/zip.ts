import { crc32, createDeflateRaw } from 'node:zlib';
import { strToU8, Zip, ZipDeflate, type ZipInputFile } from 'fflate';

/** Maximum size of an entry without ZIP64, which is not written here. */
const MAX_SIZE = 0xffff_ffff;

/**
 * Writes a ZIP of small files and one large one, piece by piece. Node's own zlib deflates the large one off
 * the main thread, so that other requests continue. Sizes follow each entry in a data descriptor; the entries
 * are deflated, because streaming readers (java.util.zip) cannot find the end of a stored one.
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
