import type { Saving } from '../../forms/saving/save-over.ts';
import type { Body } from '../../lib/api/contract.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { write } from '../../lib/query/write.ts';
import type { Note } from './use-notes.ts';

/** The fields written by the form. */
export const writtenOf = ({ text, kind, at }: Pick<Note, 'text' | 'kind' | 'at'>) => ({ text, kind, at });

/** A change of a note, based on the version that was shown. */
export const savingOf = (id: number, body: Body<'notesPatch'>): Saving<Note, Note> => ({
  written: writtenOf,
  read: () => fetchOnce('notesGet', { params: { id } }),
  send: (etag) => write('notesPatch', { params: { id }, body, etag }),
});
