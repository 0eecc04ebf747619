import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  id,
  idList,
  instant,
  integer,
  listQuery,
  oneOf,
  page,
  stamps,
  text,
  time,
} from '../fields.ts';

export const note = z.object({
  id: integer,
  ...stamps,
  box: integer,
  aero: integer.nullable(),
  at: instant,
  text: z.string(),
  kind: z.enum(['note', 'visit', 'repair', 'baseline_reset']),
  user: integer.nullable(),
  user_name: z.string().nullable(),
  /** Of a baseline reset: the metrics that begin anew; null: all. */
  metrics: z.array(z.enum(METRIC_KEYS)).nullable(),
});
const noteFields = {
  box: id,
  aero: id.nullable(),
  at: time,
  text: text(TEXT_LENGTHS.note.text),
  kind: oneOf(['note', 'visit', 'repair', 'baseline_reset']),
  metrics: z.array(oneOf(METRIC_KEYS)).min(1).max(METRIC_KEYS.length).nullable(),
};
const notes = { tag: 'Notes', level: 'member' } as const;
export const notesList = endpoint({
  ...notes,
  name: 'notes.list',
  method: 'GET',
  path: '/notes/',
  summary: 'Maintenance log and notes pinned to a moment of a curve',
  query: listQuery(['id', 'at', 'created_at'], {
    ...byChange,
    box: idList.optional(),
    aero: idList.optional(),
    from: time.optional(),
    to: time.optional(),
  }),
  response: page(note),
});
export const notesGet = endpoint({
  ...notes,
  name: 'notes.get',
  method: 'GET',
  path: '/notes/{id}/',
  resource: 'note',
  summary: 'One note',
  response: note,
});
export const notesCreate = endpoint({
  ...notes,
  name: 'notes.create',
  confirm: 'daily',
  method: 'POST',
  path: '/notes/',
  status: 201,
  summary: 'Write a note',
  body: z.strictObject({
    box: id,
    aero: id.nullable().default(null),
    at: time.optional(),
    text: noteFields.text,
    kind: noteFields.kind.default('note'),
    /** Of a baseline reset after a sensor was replaced: only these begin anew; null or omitted: all. */
    metrics: noteFields.metrics.optional(),
    /** Made by the client; what is sent again with the same id is taken once. */
    entry_id: z.uuid('not_uuid').optional(),
  }),
  response: note,
});
export const notesPatch = endpoint({
  ...notes,
  name: 'notes.patch',
  confirm: 'daily',
  method: 'PATCH',
  path: '/notes/{id}/',
  resource: 'note',
  errors: [412],
  summary: 'Change a note of your own',
  body: z
    .strictObject({
      at: noteFields.at,
      text: noteFields.text,
      kind: noteFields.kind,
      metrics: noteFields.metrics,
    })
    .partial(),
  response: note,
});
export const notesDelete = endpoint({
  ...notes,
  name: 'notes.delete',
  confirm: 'daily',
  method: 'DELETE',
  path: '/notes/{id}/',
  resource: 'note',
  errors: [412],
  summary: 'Delete a note of your own (privileged: any)',
});
