import { noAnswer, type Result } from '../api/result.ts';
import { upload, write } from '../query/write.ts';
import type { Lost } from './database.ts';
import type { Content, Queued } from './entry.ts';
import { pictureOf } from './store-queue.ts';

/** A request that hangs is given up after this, ms; photos take longer. */
const PATIENCE = 30_000;
const PATIENCE_PHOTO = 120_000;

/**
 * Sends an entry, or says what of it this device has lost. The same entry may be sent again at any time: the
 * server takes its id once.
 */
export async function sendEntry(entry: Queued): Promise<Result<unknown> | Lost> {
  if (entry.written === null) return 'text';
  const { content } = entry.written;
  if (content.kind !== 'photo') return sendContent(entry, content);
  // Gone, or no longer to be decrypted: no later attempt would find it.
  const picture = await pictureOf(entry).catch(() => null);
  return picture === null ? 'picture' : sendContent(entry, content, picture);
}

/** Sends something written, with its id and the time at which it was written, ms since 1970. */
export async function sendContent(
  { id, at }: { readonly id: string; readonly at: number },
  content: Content,
  picture?: Blob,
): Promise<Result<unknown>> {
  const device = {
    entry_id: id,
    written_at: new Date(at).toISOString(),
    sent_at: new Date().toISOString(),
  };
  const signal = AbortSignal.timeout(content.kind === 'photo' ? PATIENCE_PHOTO : PATIENCE);
  if (content.kind === 'note') return sendNote(id, content.body, signal);
  const params = { id: content.order };
  if (content.kind !== 'photo')
    return write('workOrdersEntry', { params, body: { ...device, ...content.body }, signal });
  if (picture === undefined) return noAnswer();
  const { caption, keep_position, name } = content.body;
  const fields = { ...device, caption, keep_position: String(keep_position) };
  return upload('workOrdersPhoto', { file: picture, fileName: name, fields, signal }, { params });
}

/** A note whose id was taken and that is gone has arrived, and was deleted since: that is not refused. */
async function sendNote(
  id: string,
  body: Extract<Content, { kind: 'note' }>['body'],
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const result = await write('notesCreate', { body: { ...body, entry_id: id }, signal });
  if (result.ok || result.status !== 404) return result;
  return { ok: true, status: 200, data: null, headers: new Headers(), staleSince: null };
}
