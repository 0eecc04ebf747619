import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import { type Frame, jsonOf, readFrames } from './frames.ts';
import type { BackupHeader, BackupTrailer, FileSum, TableSum } from './write-backup.ts';

export interface BackupContents {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
}

/** Checks a whole backup: order, counts and every SHA-256. Nothing is written. */
export async function checkBackup(path: string, secret?: string): Promise<BackupContents> {
  const frames = readFrames(path, secret);
  const header = await readHeader(frames);
  const tables: TableSum[] = [];
  const files: FileSum[] = [];
  for await (const frame of frames) {
    if (frame.type === 'Z') return { header, trailer: checkTrailer(frame, header, { tables, files }) };
    if (frame.type !== 'T' && frame.type !== 'F')
      throw new BackupError('the file is damaged: a part is missing');
    const sum = await checkPart(frames);
    if (frame.type === 'T') tables.push(sum);
    else files.push(sum);
  }
  throw new BackupError('the file is damaged: it ends too early');
}

/** Checks the trailer, which must list what was read. */
function checkTrailer(
  frame: Frame,
  header: BackupHeader,
  { tables, files }: Pick<BackupTrailer, 'tables' | 'files'>,
): BackupTrailer {
  const trailer = jsonOf<BackupTrailer>(frame);
  const same =
    JSON.stringify(trailer.tables) === JSON.stringify(tables) &&
    JSON.stringify(trailer.files) === JSON.stringify(files) &&
    JSON.stringify(header.tables) === JSON.stringify(tables.map((table) => table.name));
  if (!same) throw new BackupError('the file is damaged: its parts are not those it lists');
  return trailer;
}

/** Reads one table or file to its end; returns its checksum, which must match its content. */
async function checkPart(frames: AsyncGenerator<Frame>): Promise<TableSum & FileSum> {
  const hash = createHash('sha256');
  for await (const piece of partOf(frames)) {
    if (piece.type === 'D') {
      hash.update(piece.content);
      continue;
    }
    const sum = jsonOf<TableSum & FileSum>(piece);
    if (sum.sha256 !== hash.digest('hex'))
      throw new BackupError(`the file is damaged: the checksum of ${sum.name ?? sum.path} differs`);
    return sum;
  }
  throw new BackupError('the file is damaged: a part has no end');
}

export async function readHeader(frames: AsyncGenerator<Frame>): Promise<BackupHeader> {
  const first = await frames.next();
  if (first.done === true || first.value.type !== 'H')
    throw new BackupError('the file is damaged: it is no backup of this program');
  const header = jsonOf<BackupHeader>(first.value);
  if (header.format !== 1)
    throw new BackupError('the file was made by a newer version: restore it with that version');
  return header;
}

/** The pieces of one table or file and its end; does not read further frames. */
export async function* partOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Frame> {
  for (;;) {
    const { done, value } = await frames.next();
    if (done === true || (value.type !== 'D' && value.type !== 'E'))
      throw new BackupError('the file is damaged: a part has no end');
    yield value;
    if (value.type === 'E') return;
  }
}
