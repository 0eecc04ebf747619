import { database, type EntryState, type Problem, type StoredEntry } from './database.ts';
import { type Draft, type Queued, subjectOf, type Written } from './entry.ts';
import { openBytes, openValue, sealBytes, sealValue } from './seal.ts';

/** How long the queue shows what was sent, ms. */
const SENT_SHOWN = 24 * 3_600_000;

/** Stores a new entry at the end of the queue. Rejects if there is no room, or no database. */
export async function storeEntry(user: number, draft: Draft): Promise<Queued> {
  const { about, file, ...content } = draft;
  const written: Written = { content, about, ...(file && { type: file.type }) };
  const sealed = await sealValue(user, written);
  const picture = file === undefined ? null : await sealBytes(user, new Uint8Array(await file.arrayBuffer()));
  const size = sealed.data.byteLength + (picture?.data.byteLength ?? 0);
  const db = await database();
  const transaction = db.transaction(['entries', 'pictures'], 'readwrite', { durability: 'strict' });
  const entries = transaction.objectStore('entries');
  // Increasing over reloads and tabs, whatever the clock does.
  const last = await entries.index('place').openKeyCursor(null, 'prev');
  const entry: StoredEntry = {
    id: crypto.randomUUID(),
    place: (last?.key ?? 0) + 1,
    user,
    subject: subjectOf(content),
    kind: content.kind,
    at: Date.now(),
    size,
    state: 'waiting',
    attempts: 0,
    problem: null,
    sentAt: null,
    sealed,
  };
  await entries.put(entry);
  if (picture !== null) await transaction.objectStore('pictures').put({ id: entry.id, sealed: picture });
  await transaction.done;
  return shown(entry, written);
}

const shown = ({ sealed: _s, ...entry }: StoredEntry, written: Written | null): Queued => ({
  ...entry,
  written,
});

/** The queue of a user in its order, without the bytes of pictures. Sent entries leave it after a day. */
export async function readQueue(user: number, now: number): Promise<Queued[]> {
  const entries: Queued[] = [];
  const transaction = (await database()).transaction('entries', 'readwrite');
  const stored: StoredEntry[] = [];
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
    const { value } = cursor;
    if (value.user !== user) continue;
    if (value.sentAt !== null && now - value.sentAt > SENT_SHOWN) await cursor.delete();
    else stored.push(value);
  }
  await transaction.done;
  for (const entry of stored)
    entries.push(
      shown(
        entry,
        entry.sealed === null ? null : await openValue<Written>(user, entry.sealed).catch(() => null),
      ),
    );
  return entries.toSorted((a, b) => a.place - b.place);
}

/** The picture of an entry that waits; null if it is gone. */
export async function pictureOf({ id, user, written }: Queued): Promise<Blob | null> {
  const picture = await (await database()).get('pictures', id);
  if (picture === undefined) return null;
  return new Blob([await openBytes(user, picture.sealed)], { type: written?.type ?? 'image/jpeg' });
}

const both = async () => (await database()).transaction(['entries', 'pictures'], 'readwrite');

/** Changes the state of an entry; what was sent is no longer kept. */
export async function markEntry(
  id: string,
  change: { state: EntryState; problem: Problem | null; attempts: number },
): Promise<void> {
  const transaction = await both();
  const entries = transaction.objectStore('entries');
  const entry = await entries.get(id);
  // Deleted in another tab in the meantime.
  if (entry !== undefined) {
    const isSent = change.state === 'sent';
    await entries.put({ ...entry, ...change, ...(isSent && { sealed: null, sentAt: Date.now() }) });
    if (isSent) await transaction.objectStore('pictures').delete(id);
  }
  await transaction.done;
}

export async function deleteEntry(id: string): Promise<void> {
  const transaction = await both();
  await transaction.objectStore('entries').delete(id);
  await transaction.objectStore('pictures').delete(id);
  await transaction.done;
}

/** Deletes the queue of a user, whatever it holds. */
export async function deleteQueue(user: number): Promise<void> {
  const transaction = await both();
  const pictures = transaction.objectStore('pictures');
  const entries = transaction.objectStore('entries');
  for (let cursor = await entries.openCursor(); cursor; cursor = await cursor.continue()) {
    if (cursor.value.user !== user) continue;
    await pictures.delete(cursor.value.id);
    await cursor.delete();
  }
  await transaction.done;
}
