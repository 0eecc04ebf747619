import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, integer, time } from '../fields.ts';
import { credentials } from './box-actions.ts';
import { boxFields } from './boxes.ts';

const base = { tag: 'Boxes', resource: 'box' } as const;

/** One hardware of a box and when it was on the pole. */
const period = z.object({
  serial_number: z.string(),
  /** Null: from the beginning. */
  from: instant.nullable(),
  /** Null: it is there now. */
  until: instant.nullable(),
  /** Whether it left because its installation was undone. */
  undone: z.boolean(),
  user_name: z.string().nullable(),
  /** How often it connected with its former password since, and was refused. */
  refused_connections: integer,
  refused_at: instant.nullable(),
});
const hardware = z.object({
  hardware: z.array(period),
  /** Until when the last replacement can be undone; null: it cannot. */
  undo_until: instant.nullable(),
});
export type BoxHardware = z.infer<typeof hardware>;

export const boxesHardware = endpoint({
  ...base,
  name: 'boxes.hardware',
  method: 'GET',
  path: '/boxes/{id}/hardware/',
  level: 'member',
  apiKey: 'read',
  summary: 'The hardware a box had, oldest first: serial number, from, until',
  response: hardware,
});
export const boxesReplace = endpoint({
  ...base,
  name: 'boxes.replace',
  confirm: true,
  method: 'POST',
  path: '/boxes/{id}/hardware/',
  level: 'privileged',
  status: 201,
  errors: [409],
  summary:
    'Replace the hardware of a box: its serial number and password become those of the new hardware, the old ones are refused; all else stays',
  body: z.strictObject({
    serial_number: boxFields.serial_number,
    /** When it was replaced on the pole; by default now. */
    at: time.optional(),
  }),
  response: hardware.extend({
    /** Shown in this answer only; null: the new hardware was known and keeps its password. */
    credentials: credentials.nullable(),
    /** Stored measures that are later than the replacement. */
    measures_since: integer,
  }),
});
export const boxesReplaceUndo = endpoint({
  ...base,
  name: 'boxes.replace_undo',
  confirm: true,
  method: 'POST',
  path: '/boxes/{id}/hardware/undo/',
  level: 'privileged',
  errors: [409],
  summary:
    'Undo the last replacement within a day: the former serial number and password are valid again; measures stay',
  body: z.strictObject({}).optional(),
  response: hardware,
});
