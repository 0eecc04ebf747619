import type { Saving } from '../../forms/save-over.ts';
import { call } from '../../lib/api/client.ts';
import type { Body } from '../../lib/api/contract.ts';
import { failureOf, type Result } from '../../lib/api/result.ts';
import type { Note } from './use-notes.ts';

/** The newest of a box that are looked through for one note. */
const LOOKED_THROUGH = 1000;

/** A change of a note, over the version that was shown. */
export const savingOf = (note: Note, body: Body<'notesPatch'>): Saving<Note, Note> => ({
  written: ({ text, kind, at }) => ({ text, kind, at }),
  read: () => storedNote(note),
  send: (etag) => call('notesPatch', { params: { id: note.id }, body, etag }),
});

/** As it is stored now: there is no way to read one note alone, so it is found among those of its box. */
async function storedNote({ id, box }: Note): Promise<Result<Note>> {
  const query = { box: [box], ordering: '-id', page_size: LOOKED_THROUGH };
  const read = await call('notesList', { query });
  if (!read.ok) return read;
  const data = read.data.results.find((note) => note.id === id);
  return data === undefined ? failureOf(404, read.headers, {}) : { ...read, data };
}
