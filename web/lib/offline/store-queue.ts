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
  const entry: StoredEntry = {
    id: crypto.randomUUID(),
    place: await nextPlace(),
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
    picture,
  };
  const db = await database();
  const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' });
  await transaction.store.put(entry);
  await transaction.done;
  return shown(entry, written);
}

let lastPlace = 0;
/** Increasing over reloads and tabs, whatever the clock does. */
async function nextPlace(): Promise<number> {
  const all = await (await database()).getAll('entries');
  lastPlace = Math.max(lastPlace, ...all.map(({ place }) => place)) + 1;
  return lastPlace;
}

const shown = ({ sealed: _s, picture: _p, ...entry }: StoredEntry, written: Written | null): Queued => ({
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
    else stored.push({ ...value, picture: null });
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

/** The picture of an entry that waits. */
export async function pictureOf({ id, user, written }: Queued): Promise<Blob | null> {
  const entry = await (await database()).get('entries', id);
  if (entry?.picture == null) return null;
  return new Blob([await openBytes(user, entry.picture)], { type: written?.type ?? 'image/jpeg' });
}

/** Changes the state of an entry; what was sent is no longer kept. */
export async function markEntry(
  id: string,
  change: { state: EntryState; problem: Problem | null; attempts: number },
): Promise<void> {
  const transaction = (await database()).transaction('entries', 'readwrite');
  const entry = await transaction.store.get(id);
  // Deleted in another tab in the meantime.
  if (entry !== undefined) {
    const sent = change.state === 'sent' ? { sealed: null, picture: null, sentAt: Date.now() } : {};
    await transaction.store.put({ ...entry, ...change, ...sent });
  }
  await transaction.done;
}

export async function deleteEntry(id: string): Promise<void> {
  await (await database()).delete('entries', id);
}

/** Deletes the queue of a user, whatever it holds. */
export async function deleteQueue(user: number): Promise<void> {
  const transaction = (await database()).transaction('entries', 'readwrite');
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue())
    if (cursor.value.user === user) await cursor.delete();
  await transaction.done;
}
