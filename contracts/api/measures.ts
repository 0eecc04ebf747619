import { DEFAULT_FORMAT, FILE_FORMAT_KEYS } from '@aerowatch/domain/file-formats';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { METRIC_KEYS, perMetric } from '@aerowatch/domain/metrics';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  calendarDay,
  flag,
  id,
  idList,
  idText,
  instant,
  integer,
  listQuery,
  oneOf,
  page,
  timeQuery,
  whole,
  wordList,
} from '../fields.ts';
import { job } from './jobs.ts';
import { UNIT_SYSTEMS } from './users.ts';

const n = z.number().nullable();
const metrics = wordList(METRIC_KEYS);
export const measure = z.object({
  aero: integer,
  date: instant,
  ...perMetric(() => n),
  received_at: instant,
});
export type ApiMeasure = z.infer<typeof measure>;

/** Which measures: AEROs or boxes, from (included) to (excluded). */
const which = {
  aero: idList.optional(),
  box: idList.optional(),
  from: timeQuery.optional(),
  to: timeQuery.optional(),
};
const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'not_integer')
    .transform(Number)
    .pipe(whole(min, max));
const base = { tag: 'Measures', level: 'member', apiKey: 'read' } as const;

export const measuresList = endpoint({
  ...base,
  name: 'measures.list',
  method: 'GET',
  path: '/measures/',
  errors: [413],
  summary: 'Raw measures; `next` continues by key; over 200,000 rows asked at once 413',
  query: z.strictObject({
    ...which,
    metrics: metrics.optional(),
    ordering: oneOf(['date', '-date']).optional(),
    page_size: integerText(1, 200_000).optional(),
    limit: integerText(1, 200_000).optional(),
    cursor: z.string().max(200).optional(),
    page: z.string().optional(),
    search: z.string().optional(),
  }),
  response: z.object({
    count: integer,
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(measure.partial(perMetric(() => true as const))),
  }),
});
const band = z.object({ min: z.array(n), max: z.array(n), mean: z.array(n) });
export const seriesResponse = z.object({
  resolution: z.union([z.literal('raw'), z.number()]),
  series: z.array(
    z.object({
      aero: integer,
      time: z.array(integer),
      count: z.array(integer),
      metrics: z.partialRecord(z.enum(METRIC_KEYS), band),
      expected: z.array(n).optional(),
      /** The line of `expected`, stroke = a + b × temperature, and its goodness of fit. */
      model: z
        .object({
          a: z.number(),
          b: z.number(),
          source: z.enum(['fit', 'theory']),
          points: integer,
          span: z.number(),
          deviation: z.number(),
          quality: z.number(),
        })
        .nullable()
        .optional(),
      /** Why there is no line. */
      model_problem: z.string().nullable().optional(),
    }),
  ),
});
export type SeriesResponse = z.infer<typeof seriesResponse>;
export const measuresSeries = endpoint({
  ...base,
  name: 'measures.series',
  method: 'GET',
  path: '/measures/series/',
  errors: [413],
  summary: 'Curves: per AERO columns of time, count, and min, max, mean of each metric',
  query: z.strictObject({
    aero: idList,
    metrics: metrics.optional(),
    from: timeQuery.optional(),
    to: timeQuery.optional(),
    points: integerText(1, 20_000).optional(),
    every: z.union([z.literal('raw'), integerText(1, 31_536_000)]).optional(),
    expected: flag.optional(),
  }),
  response: seriesResponse,
});
export const measuresBoxes = endpoint({
  ...base,
  name: 'measures.boxes',
  method: 'GET',
  path: '/measures/boxes/',
  summary: 'Latest measure of each AERO, by box (newest by the time of the measure)',
  query: listQuery(['id'], { box: idList.optional(), client: idList.optional() }),
  response: page(z.object({ box: integer, measures: z.array(measure) })),
});
export const measuresCount = endpoint({
  ...base,
  name: 'measures.count',
  method: 'GET',
  path: '/measures/boxes/count/',
  summary: 'How many measures, by box and by day',
  query: z.strictObject({ ...which, by: oneOf(['day', 'box']).optional() }),
  response: z.object({
    count: integer,
    by_box: z.array(z.object({ box: integer, count: integer })),
    by_day: z.array(z.object({ day: calendarDay, count: integer })),
  }),
});

/** Content and format of an export. */
export const exportOptions = {
  ...which,
  metrics: metrics.optional(),
  format: oneOf(FILE_FORMAT_KEYS).default(DEFAULT_FORMAT),
  unit_system: oneOf(UNIT_SYSTEMS).optional(),
  time_zone: z.string().max(64).optional(),
  language: oneOf(LANGUAGE_KEYS).optional(),
  ordering: oneOf(['date', '-date']).optional(),
  every: z.union([z.literal('raw'), integerText(1, 31_536_000)]).optional(),
  /** A column more: the serial number of the box that measured the row, also before it was replaced. */
  hardware: flag.optional(),
};
export const measuresExport = endpoint({
  ...base,
  name: 'measures.export',
  recorded: 'export',
  method: 'GET',
  path: '/measures/export/',
  errors: [413],
  answers: 'stream',
  summary: 'Measures as CSV or XLSX, streamed, in the units, language and time zone asked',
  query: z.strictObject(exportOptions),
});
export const measuresExportJob = endpoint({
  ...base,
  name: 'measures.export_job',
  confirm: 'reads',
  recorded: 'export',
  method: 'POST',
  path: '/measures/export/',
  apiKey: false,
  level: 'observer',
  status: 202,
  errors: [413],
  summary: 'Export as a job with progress; a link comes by e-mail',
  body: z.strictObject({
    aero: z.array(id).max(10_000).optional(),
    box: z.array(id).max(10_000).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    metrics: z.array(z.enum(METRIC_KEYS)).optional(),
    format: oneOf(FILE_FORMAT_KEYS).default(DEFAULT_FORMAT),
    unit_system: oneOf(UNIT_SYSTEMS).optional(),
    time_zone: z.string().max(64).optional(),
    language: oneOf(LANGUAGE_KEYS).optional(),
    every: whole(1, 31_536_000).optional(),
    /** A column more: the serial number of the box that measured the row. */
    hardware: z.boolean().optional(),
    email: z.boolean().default(true),
  }),
  response: job,
});
export const measuresImport = endpoint({
  ...base,
  apiKey: 'measures:write',
  level: 'privileged',
  name: 'measures.import',
  confirm: 'daily',
  method: 'POST',
  path: '/measures/import/',
  status: 202,
  errors: [413],
  upload: { field: 'file', maxBytes: 512 * 1024 * 1024 },
  summary:
    'Import historical measures from CSV (the export format, or a column mapping); dry_run checks only; nothing is doubled',
  query: z.strictObject({
    dry_run: flag.optional(),
    aero: idText.optional(),
    mapping: z.string().max(5000).optional(),
    time_zone: z.string().max(64).optional(),
    unit_system: oneOf(UNIT_SYSTEMS).optional(),
  }),
  response: job,
});
