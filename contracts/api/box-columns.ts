import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idList, integer } from '../fields.ts';
import { boxFilters } from './boxes.ts';

const integers = z.array(integer);
const runs = z.union([z.object({ runs: integers }), z.object({ list: integers })]);
const words = z.union([z.string(), z.array(z.string())]);

/**
 * What trees, pickers and names need of boxes and their AEROs, packed by domain/packing: deltas of ids, runs
 * of client, firmware, line, track and model, digits of SAMI and positions. AEROs stand in the order of their
 * boxes, `per_box` of each.
 */
const columns = z.object({
  count: integer,
  id: integers,
  serial_number: words,
  name: words,
  /** 0: none. */
  client: runs,
  firmware: runs,
  /** Index into `versions`, of the firmware that the box reports. */
  version: runs,
  versions: z.array(z.string()),
  /** Indices into `lines`. */
  line: runs,
  lines: z.array(z.string()),
  pole: words,
  /** km. */
  kilometer_point: z.array(z.number().nullable()),
  tags: z.object({ rows: integers, ids: z.array(integers) }),
  aeros: z.object({
    id: integers,
    per_box: z.string(),
    position: z.string(),
    serial_number: words,
    /** Indices into `lines` and `tracks`. */
    line: runs,
    track_number: runs,
    tracks: z.array(z.string()),
    model_type: runs,
    /** Indices into `levels`. */
    sami: z.string(),
    levels: z.array(z.string()),
  }),
});
export type PackedBoxes = z.infer<typeof columns>;

export const boxesColumns = endpoint({
  tag: 'Boxes',
  name: 'boxes.columns',
  method: 'GET',
  path: '/boxes/columns/',
  level: 'member',
  apiKey: 'read',
  summary: 'Names and places of all boxes and their AEROs that match, without limit, as packed columns',
  query: z.strictObject({
    ...boxFilters,
    /** Boxes of these AEROs. */
    aero: idList.optional(),
    search: z.string().max(200).optional(),
  }),
  response: columns,
});
