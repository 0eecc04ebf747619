import { noAnswer, type Result } from '../api/result.ts';
import { upload, write } from '../query/write.ts';
import type { Content, Queued } from './entry.ts';
import { pictureOf } from './store-queue.ts';

/** A request that hangs is given up after this, ms; photos take longer. */
const PATIENCE = 30_000;
const PATIENCE_PHOTO = 120_000;

/** Sends an entry. The same entry may be sent again at any time: the server takes its id once. */
export async function sendEntry(entry: Queued): Promise<Result<unknown>> {
  if (entry.written === null) return noAnswer();
  return sendContent(entry, entry.written.content, () => pictureOf(entry));
}

/** Sends something written, with its id and the time at which it was written, ms since 1970. */
export async function sendContent(
  { id, at }: { readonly id: string; readonly at: number },
  content: Content,
  picture: () => Promise<Blob | null | undefined>,
): Promise<Result<unknown>> {
  const device = {
    entry_id: id,
    written_at: new Date(at).toISOString(),
    sent_at: new Date().toISOString(),
  };
  const signal = AbortSignal.timeout(content.kind === 'photo' ? PATIENCE_PHOTO : PATIENCE);
  if (content.kind === 'note')
    return write('notesCreate', { body: { ...content.body, entry_id: id }, signal });
  const params = { id: content.order };
  if (content.kind !== 'photo')
    return write('workOrdersEntry', { params, body: { ...device, ...content.body }, signal });
  const file = await picture();
  if (file == null) return noAnswer();
  const { caption, keep_position, name } = content.body;
  const fields = { ...device, caption, keep_position: String(keep_position) };
  return upload('workOrdersPhoto', { file, fileName: name, fields, signal }, { params });
}
