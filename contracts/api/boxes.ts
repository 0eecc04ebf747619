import { FIELD_STATES } from '@aerowatch/domain/box/twin';
import { FORMATS, isIccid } from '@aerowatch/domain/formats';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  calendarDay,
  day,
  decimal,
  flag,
  id,
  idList,
  idText,
  instant,
  integer,
  listQuery,
  oneOf,
  optionalText,
  page,
  paragraphs,
  stamps,
  wordList,
} from '../fields.ts';
import { aero, aeroOfBox, BOX_STATUSES } from './aeros.ts';
import { configuration, configurationChange, LINK_FIELDS } from './configuration.ts';
import { columnsMeant, mendedForm, rowProblem } from './table-imports.ts';

export const TWIN_STATES = [...FIELD_STATES, 'never_reported'] as const;
export const REFRESH_STATES = ['asked', 'waiting', 'done', 'failed'] as const;

export const twin = z.object({
  state: z.enum(TWIN_STATES),
  since: instant.nullable(),
  fields: z.record(
    z.string(),
    z.object({ state: z.enum(FIELD_STATES), since: instant.nullable(), detail: z.string().nullable() }),
  ),
});
export const refresh = z.object({
  state: z.enum(REFRESH_STATES),
  asked_at: instant,
  expected_at: instant.nullable(),
  detail: z.string().nullable(),
});
export const box = z.object({
  id: integer,
  ...stamps,
  serial_number: z.string(),
  name: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** m above sea level. */
  altitude: z.number().nullable(),
  /** Expected extremes at its place, °C, where set for the box; `extremes` are those in effect. */
  temperature_coldest: z.number().nullable(),
  temperature_hottest: z.number().nullable(),
  extremes: z.object({
    coldest: z.number(),
    hottest: z.number(),
    source: z.enum(['set', 'place', 'default']),
  }),
  client: integer.nullable(),
  firmware: integer.nullable(),
  /** The version reported by the box, whether such a firmware is stored or not. */
  firmware_version: z.string().nullable(),
  /**
   * It runs an older version again although nobody requested it: from which version, and when; null
   * otherwise.
   */
  firmware_fell_back: z.object({ from: z.string(), at: instant }).nullable(),
  /** Whether another box stood at this place before; which ones: `/boxes/{id}/hardware/`. */
  hardware_replaced: z.boolean(),
  firmware_desired: integer.nullable(),
  tags: z.array(integer),
  installation_date: calendarDay.nullable(),
  comment: z.string(),
  line: z.string(),
  kilometer_point: z.number().nullable(),
  pole: z.string(),
  iccid: z.string(),
  last_send: instant.nullable(),
  sami: z.enum(SAMI_LEVELS),
  status: z.enum(BOX_STATUSES),
  muted: z.boolean(),
  open_alerts: integer,
  aeros: z.array(aero),
  desired: configuration,
  reported: configuration.nullable(),
  reported_at: instant.nullable(),
  twin,
  refresh: refresh.nullable(),
});
export type Box = z.infer<typeof box>;

/** ICCID: 18 to 22 digits whose last is the Luhn check digit, or empty. */
const iccid = z.string().trim().refine(isIccid, 'iccid');
export const boxFields = {
  serial_number: z.string({ error: 'required' }).trim().regex(FORMATS.serial_number, 'serial_number'),
  name: optionalText(TEXT_LENGTHS.box.name),
  latitude: decimal(-90, 90, 6).nullable(),
  longitude: decimal(-180, 180, 6).nullable(),
  altitude: decimal(-500, 6000, 1).nullable(),
  temperature_coldest: decimal(-70, 40, 1).nullable(),
  temperature_hottest: decimal(-20, 70, 1).nullable(),
  client: id.nullable(),
  tags: z.array(id).max(100, 'max_items|100'),
  installation_date: day.nullable(),
  comment: paragraphs(TEXT_LENGTHS.box.comment),
  line: optionalText(TEXT_LENGTHS.line.name),
  kilometer_point: decimal(-10, 2000, 3).nullable(),
  pole: optionalText(TEXT_LENGTHS.box.pole),
  iccid,
  aeros: z.array(aeroOfBox).max(2, 'max_items|2'),
  desired: configurationChange,
};
/**
 * Texts and settings by a client's users on a box, which they may hand over when it moves to another client.
 */
export const HAND_OVER = ['notes', 'configuration', 'sami'] as const;
export type HandOver = (typeof HAND_OVER)[number];
/**
 * Together with a new `client`: what moves with the box besides measures and hardware, by default nothing.
 */
const handOver = z.array(z.enum(HAND_OVER)).max(HAND_OVER.length, `max_items|${HAND_OVER.length}`);
/** Read-only fields of a box that is sent back whole; accepted and ignored. */
const echoed = z
  .object({
    id: z.unknown(),
    created_at: z.unknown(),
    updated_at: z.unknown(),
    firmware: z.unknown(),
    firmware_version: z.unknown(),
    firmware_fell_back: z.unknown(),
    hardware_replaced: z.unknown(),
    firmware_desired: z.unknown(),
    last_send: z.unknown(),
    sami: z.unknown(),
    status: z.unknown(),
    muted: z.unknown(),
    open_alerts: z.unknown(),
    reported: z.unknown(),
    reported_at: z.unknown(),
    twin: z.unknown(),
    refresh: z.unknown(),
    extremes: z.unknown(),
  })
  .partial().shape;

export const boxOrderings = [
  'id',
  'serial_number',
  'name',
  'client',
  'line',
  'kilometer_point',
  'pole',
  'installation_date',
  'last_send',
  'sami',
  'status',
  'created_at',
  'updated_at',
] as const;
export const boxFilters = {
  client: idList.optional(),
  tag: idList.optional(),
  tags: idList.optional(),
  firmware: idList.optional(),
  sami: wordList(SAMI_LEVELS).optional(),
  status: wordList(BOX_STATUSES).optional(),
  alert: flag.optional(),
  line: z.string().optional(),
  pole: z.string().optional(),
  serial_number: z.string().optional(),
  name: z.string().optional(),
  iccid: z.string().optional(),
  twin: wordList(TWIN_STATES).optional(),
  id: idList.optional(),
};
const base = { tag: 'Boxes' } as const;
const one = { ...base, resource: 'box' } as const;

export const boxesList = endpoint({
  ...base,
  name: 'boxes.list',
  method: 'GET',
  path: '/boxes/',
  level: 'member',
  apiKey: 'read',
  summary: 'Boxes; search looks in serial, name, pole, line and ICCID',
  query: listQuery(boxOrderings, { ...boxFilters, ...byChange }),
  response: page(box),
});
export const boxesCreate = endpoint({
  ...base,
  name: 'boxes.create',
  confirm: { changing: LINK_FIELDS },
  method: 'POST',
  path: '/boxes/',
  level: 'privileged',
  status: 201,
  summary: 'Add a box with its AEROs',
  body: z.strictObject({
    ...z.object(boxFields).partial().shape,
    serial_number: boxFields.serial_number,
    ...echoed,
  }),
  response: box,
});
const numbers = z.array(z.number());
const integers = z.array(integer);
const runs = z.union([z.object({ runs: integers }), z.object({ list: integers })]);
const words = z.union([z.string(), z.array(z.string())]);
/**
 * Columns, one row per box with a place; `sami`, `status` and `line` are indices into the lists after them, 0
 * means no client.
 */
const mapColumns = z.object({
  count: integer,
  id: integers,
  serial_number: z.array(z.string()),
  latitude: numbers,
  longitude: numbers,
  sami: integers,
  status: integers,
  alerts: integers,
  client: integers,
  firmware: integers,
  tags: z.array(integers),
  pole: z.array(z.string()),
  line: integers,
  lines: z.array(z.string()),
  levels: z.array(z.string()),
  statuses: z.array(z.string()),
});
/**
 * The same in a quarter of the bytes of objects, encoded by domain/packing: deltas of id, latitude and
 * longitude (1e-5 degrees); digits of sami and status; runs of client, firmware and line; alerts and tags of
 * the rows that have any.
 */
const packedMap = z.object({
  packed: z.literal(1),
  count: integer,
  id: integers,
  latitude: numbers,
  longitude: numbers,
  sami: z.string(),
  status: z.string(),
  client: runs,
  firmware: runs,
  line: runs,
  serial_number: words,
  pole: words,
  alerts: z.object({ rows: integers, counts: integers }),
  tags: z.object({ rows: integers, ids: z.array(integers) }),
  lines: z.array(z.string()),
  levels: z.array(z.string()),
  statuses: z.array(z.string()),
});
export type MapColumns = z.infer<typeof mapColumns>;
export type PackedMap = z.infer<typeof packedMap>;
export const MAP_FORMS = ['columns', 'packed'] as const;

export const boxesMap = endpoint({
  ...base,
  name: 'boxes.map',
  method: 'GET',
  path: '/boxes/map/',
  level: 'member',
  apiKey: 'read',
  summary: 'Compact columns of everything a map needs, for up to 100,000 boxes; packed: half of their bytes',
  query: z.strictObject({
    ...boxFilters,
    search: z.string().max(200).optional(),
    form: oneOf(MAP_FORMS).optional(),
  }),
  response: z.union([mapColumns, packedMap]),
});
/** Existing boxes that one file changes, at most. */
export const MOST_UPDATED_BOXES = 5000;
const boxUpdate = z.object({
  row: integer,
  box: integer,
  serial_number: z.string(),
  /** By the name of the column; tags are ids. Null: there was none. */
  fields: z.array(z.object({ column: z.string(), before: z.unknown(), after: z.unknown() })),
});
export const boxesImport = endpoint({
  ...base,
  name: 'boxes.import',
  confirm: 'daily',
  method: 'POST',
  path: '/boxes/import/',
  level: 'privileged',
  errors: [413],
  summary:
    'Import boxes from a CSV or an Excel workbook; dry_run checks only; partial imports the good rows of a file with bad ones; update changes boxes that exist',
  query: z.strictObject({
    dry_run: flag.optional(),
    partial: flag.optional(),
    /** Rows of boxes that exist change them; an empty cell leaves its value. Without it they are refused. */
    update: flag.optional(),
    client: idText.optional(),
    /** Maps unknown headers, as JSON: to the name of a column, or to '' for none. */
    columns: columnsMeant.optional(),
  }),
  upload: { field: 'file', maxBytes: 32 * 1024 * 1024 },
  body: mendedForm,
  response: z.object({
    dry_run: z.boolean(),
    rows: integer,
    /** Rows without a problem: of new boxes, and with `update` of existing ones. */
    valid: integer,
    created: integer,
    updated: integer,
    /** Rows whose box exists already. */
    existing: integer,
    /** Valid rows that change, or changed, an existing box. */
    changing: integer,
    /** Valid rows of existing boxes that already are as the row says. */
    unchanged: integer,
    /** Headers that match no column; a dry run ignores them, an import refuses them. */
    unknown_columns: z.array(z.string()),
    /** Valid rows whose box would have no client, and be visible only to administrators. */
    without_client: integer,
    /** Valid rows whose box would have no AERO, and so send no measures. */
    without_aero: integer,
    errors: z.array(rowProblem),
    /** The new boxes of the first valid rows. */
    preview: z.array(z.record(z.string(), z.unknown())),
    /** What the first rows change on existing boxes. */
    changes: z.array(boxUpdate),
  }),
});
export const boxesExport = endpoint({
  ...base,
  name: 'boxes.export',
  recorded: 'export',
  method: 'GET',
  path: '/boxes/export/',
  level: 'member',
  apiKey: 'read',
  answers: 'stream',
  summary: 'The boxes list as CSV',
  query: z.strictObject({
    ...boxFilters,
    search: z.string().max(200).optional(),
    ordering: z.string().optional(),
    language: oneOf(LANGUAGE_KEYS).optional(),
    format: oneOf(['csv']).optional(),
  }),
});
export const boxesGet = endpoint({
  ...one,
  name: 'boxes.get',
  confirm: { changing: ['secrets'] },
  recorded: 'reveal',
  method: 'GET',
  path: '/boxes/{id}/',
  level: 'member',
  apiKey: 'read',
  secretsFrom: 'privileged',
  summary:
    'One box. Its secrets are in clear for privileged users who gave the password or a factor within ten minutes, else masked; secrets=clear asks for it (401 confirm_again), secrets=masked never shows them',
  query: z.strictObject({ secrets: oneOf(['clear', 'masked']).optional() }),
  response: box,
});
export const boxesPatch = endpoint({
  ...one,
  name: 'boxes.patch',
  confirm: {
    changing: ['serial_number', 'client', 'aeros.*.removed', 'desired.firmware_version', ...LINK_FIELDS],
  },
  method: 'PATCH',
  path: '/boxes/{id}/',
  level: 'member',
  errors: [409, 412],
  summary:
    'Change a box, its AEROs (by position; `removed: true` deletes one) or its desired configuration; client by admins only, with what it hands over besides measures and hardware (`hand_over`)',
  body: z.strictObject({ ...boxFields, ...echoed, hand_over: handOver }).partial(),
  response: box,
});
export const boxesDelete = endpoint({
  ...one,
  name: 'boxes.delete',
  confirm: true,
  method: 'DELETE',
  path: '/boxes/{id}/',
  level: 'privileged',
  errors: [409, 412],
  summary: 'Delete a box with its AEROs, measures and alerts',
});
