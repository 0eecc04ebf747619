import {
  type note,
  notesCreate,
  notesDelete,
  notesGet,
  notesList,
  notesPatch,
} from '@aerowatch/contracts/api/notes';
import type { z } from 'zod';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { takeOnce } from '../../platform/database/store-taken.ts';
import { Forbidden } from '../../platform/errors.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { may, userIdOf, type Viewer } from '../../platform/viewer.ts';
import {
  checkPlace,
  deleteNote,
  insertNote,
  listNotes,
  type NoteRow,
  noteById,
  updateNote,
} from './store.ts';

type Note = z.infer<typeof note>;

export const presentNote = (row: NoteRow): Note => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  box: row.box_id,
  aero: row.aero_id,
  at: row.at.toISOString(),
  text: row.text,
  kind: row.kind as Note['kind'],
  user: row.user_id,
  user_name: row.user_name,
  metrics: row.metrics as Note['metrics'],
});

const aboutNote = ({ id, serial_number: name, client_id: clientId }: NoteRow) =>
  ({ entity: 'notes', id, name, clientId }) as const;

/** Adds a note to the log of a box. */
export async function addNote(
  trx: Trx,
  viewer: Viewer,
  values: Omit<Parameters<typeof insertNote>[1], 'user_id'>,
): Promise<Note> {
  const id = await insertNote(trx, { ...values, user_id: userIdOf(viewer) });
  const row = await noteById(trx, viewer, id);
  const note = presentNote(row);
  await recordEdit(trx, viewer, { action: 'create', ...aboutNote(row), after: { ...note } });
  return note;
}

export function noteRoutes({ db, clock }: Parts): Route[] {
  return [
    listRoute(db, notesList, listNotes, presentNote),
    route(notesGet, async ({ viewer, params }) => presentNote(await noteById(db, viewer, params.id))),
    changeRoute(db, notesCreate, async (trx, { viewer, body }) => {
      await checkPlace(trx, viewer, body.box, body.aero);
      const at = body.at === undefined ? clock.date() : new Date(body.at);
      const { text, kind, entry_id: entry } = body;
      const metrics = kind === 'baseline_reset' ? (body.metrics ?? null) : null;
      const add = () =>
        addNote(trx, viewer, { box_id: body.box, aero_id: body.aero, at, text, kind, metrics });
      const user = userIdOf(viewer);
      if (entry === undefined || user === null) return add();
      const { result } = await takeOnce(trx, user, entry, async () => (await add()).id);
      return presentNote(await noteById(trx, viewer, result));
    }),
    changeRoute(db, notesPatch, async (trx, { viewer, params, body, request }) => {
      const before = await noteById(trx, viewer, params.id, true);
      if (before.user_id === null || before.user_id !== userIdOf(viewer)) throw new Forbidden();
      checkIfMatch(request, before);
      const at = body.at === undefined ? undefined : new Date(body.at);
      const { text, kind, metrics } = body;
      const resets = (kind ?? before.kind) === 'baseline_reset';
      await updateNote(trx, before.id, {
        at,
        text,
        kind,
        metrics: resets ? metrics : null,
        updated_at: clock.date(),
      });
      const row = await noteById(trx, viewer, before.id);
      const change = { before: { ...presentNote(before) }, after: { ...presentNote(row) } };
      await recordEdit(trx, viewer, { action: 'update', ...aboutNote(row), ...change });
      return presentNote(row);
    }),
    changeRoute(db, notesDelete, async (trx, { viewer, params, request }) => {
      const before = await noteById(trx, viewer, params.id, true);
      if (before.user_id !== userIdOf(viewer) && !may(viewer, 'privileged')) throw new Forbidden();
      checkIfMatch(request, before);
      await deleteNote(trx, before.id);
      await recordEdit(trx, viewer, {
        action: 'delete',
        ...aboutNote(before),
        before: { ...presentNote(before) },
      });
    }),
  ];
}
