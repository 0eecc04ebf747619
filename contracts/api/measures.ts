import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  flag,
  id,
  idList,
  idParams,
  listQuery,
  oneOf,
  optionalText,
  page,
  stamps,
  text,
  timeQuery,
  whole,
  wordList,
} from '../fields.ts';
import { LANGUAGES, UNIT_SYSTEMS } from './users.ts';

const n = z.number().nullable();
const metrics = wordList(METRIC_KEYS as unknown as readonly [MetricKey, ...MetricKey[]]);
export const measure = z.object({
  aero: z.number(),
  date: z.string(),
  temperature: n,
  pressure: n,
  stroke: n,
  battery_voltage: n,
  solar_voltage: n,
  charge_current: n,
  received_at: z.string(),
});
export type ApiMeasure = z.infer<typeof measure>;

/** Which measures: AEROs or boxes, from (included) to (excluded). */
const which = {
  aero: idList.optional(),
  box: idList.optional(),
  from: timeQuery.optional(),
  to: timeQuery.optional(),
};
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'not_integer')
    .transform(Number)
    .pipe(whole(min, max));
const base = { tag: 'Measures', level: 'member', apiKey: true } as const;

export const measuresList = endpoint({
  ...base,
  name: 'measures.list',
  method: 'GET',
  path: '/measures/',
  status: 200,
  errors: [413],
  summary: 'Raw measures; `next` continues by key; over 200,000 rows asked at once 413',
  query: z.strictObject({
    ...which,
    metrics: metrics.optional(),
    ordering: oneOf(['date', '-date']).optional(),
    page_size: integer(1, 200_000).optional(),
    limit: integer(1, 200_000).optional(),
    cursor: z.string().max(200).optional(),
    page: z.string().optional(),
    search: z.string().optional(),
  }),
  response: z.object({
    count: z.number(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(
      measure.partial({
        temperature: true,
        pressure: true,
        stroke: true,
        battery_voltage: true,
        solar_voltage: true,
        charge_current: true,
      }),
    ),
  }),
});
const band = z.object({ min: z.array(n), max: z.array(n), mean: z.array(n) });
export const seriesResponse = z.object({
  resolution: z.union([z.literal('raw'), z.number()]),
  series: z.array(
    z.object({
      aero: z.number(),
      time: z.array(z.number()),
      count: z.array(z.number()),
      metrics: z.partialRecord(z.enum(METRIC_KEYS as unknown as readonly [MetricKey, ...MetricKey[]]), band),
      expected: z.array(n).optional(),
      /** The line `expected` lies on, stroke = a + b × temperature, and how well it holds. */
      model: z
        .object({
          a: z.number(),
          b: z.number(),
          source: z.enum(['fit', 'theory']),
          points: z.number(),
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
  status: 200,
  errors: [413],
  summary: 'Curves: per AERO columns of time, count, and min, max, mean of each metric',
  query: z.strictObject({
    aero: idList,
    metrics: metrics.optional(),
    from: timeQuery.optional(),
    to: timeQuery.optional(),
    points: integer(1, 20_000).optional(),
    every: z.union([z.literal('raw'), integer(1, 31_536_000)]).optional(),
    expected: flag.optional(),
  }),
  response: seriesResponse,
});
export const measuresBoxes = endpoint({
  ...base,
  name: 'measures.boxes',
  method: 'GET',
  path: '/measures/boxes/',
  status: 200,
  summary: 'Latest measure of each AERO, by box (newest by the time of the measure)',
  query: listQuery(['id'], { box: idList.optional(), client: idList.optional() }),
  response: page(z.object({ box: z.number(), measures: z.array(measure) })),
});
export const measuresCount = endpoint({
  ...base,
  name: 'measures.count',
  method: 'GET',
  path: '/measures/boxes/count/',
  status: 200,
  summary: 'How many measures, by box and by day',
  query: z.strictObject({ ...which, by: oneOf(['day', 'box']).optional() }),
  response: z.object({
    count: z.number(),
    by_box: z.array(z.object({ box: z.number(), count: z.number() })),
    by_day: z.array(z.object({ day: z.string(), count: z.number() })),
  }),
});

/** What an export holds and how it is written. */
export const exportOptions = {
  ...which,
  metrics: metrics.optional(),
  format: oneOf(['csv', 'xlsx']).default('csv'),
  unit_system: oneOf(UNIT_SYSTEMS).optional(),
  time_zone: z.string().max(64).optional(),
  language: oneOf(LANGUAGES).optional(),
  ordering: oneOf(['date', '-date']).optional(),
  every: z.union([z.literal('raw'), integer(1, 31_536_000)]).optional(),
};
export const measuresExport = endpoint({
  ...base,
  name: 'measures.export',
  method: 'GET',
  path: '/measures/export/',
  status: 200,
  errors: [413],
  answers: 'stream',
  summary: 'Measures as CSV or XLSX, streamed, in the units, language and time zone asked',
  query: z.strictObject(exportOptions),
});
export const job = z.object({
  id: z.number(),
  ...stamps,
  kind: z.enum(['export', 'import']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** 0 to 1. */
  progress: z.number(),
  /** Rows, when they are known. */
  total: n,
  detail: z.string().nullable(),
  file: z.string().nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
});
export type Job = z.infer<typeof job>;
export const measuresExportJob = endpoint({
  ...base,
  apiKey: false,
  name: 'measures.export_job',
  method: 'POST',
  path: '/measures/export/',
  status: 202,
  errors: [413],
  summary: 'Export as a job with progress; a link comes by e-mail',
  body: z.strictObject({
    aero: z.array(id).max(10_000).optional(),
    box: z.array(id).max(10_000).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    metrics: z.array(z.enum(METRIC_KEYS as unknown as readonly [MetricKey, ...MetricKey[]])).optional(),
    format: oneOf(['csv', 'xlsx']).default('csv'),
    unit_system: oneOf(UNIT_SYSTEMS).optional(),
    time_zone: z.string().max(64).optional(),
    language: oneOf(LANGUAGES).optional(),
    every: z.number().int().min(1).optional(),
    email: z.boolean().default(true),
  }),
  response: job,
});
export const measuresImport = endpoint({
  ...base,
  apiKey: false,
  level: 'privileged',
  name: 'measures.import',
  method: 'POST',
  path: '/measures/import/',
  status: 202,
  errors: [413],
  upload: { field: 'file', maxBytes: 512 * 1024 * 1024 },
  summary:
    'Import historical measures from CSV (the export format, or a column mapping); dry_run checks only; nothing is doubled',
  query: z.strictObject({
    dry_run: flag.optional(),
    aero: z.string().regex(/^\d+$/).transform(Number).optional(),
    mapping: z.string().max(5000).optional(),
    time_zone: z.string().max(64).optional(),
    unit_system: oneOf(UNIT_SYSTEMS).optional(),
  }),
  response: job,
});
const jobs = { tag: 'Jobs', level: 'member', apiKey: false } as const;
export const jobsList = endpoint({
  ...jobs,
  name: 'jobs.list',
  method: 'GET',
  path: '/jobs/',
  status: 200,
  summary: 'Your long-running work',
  query: listQuery(['id', 'created_at'], {}),
  response: page(job),
});
export const jobsGet = endpoint({
  ...jobs,
  name: 'jobs.get',
  method: 'GET',
  path: '/jobs/{id}/',
  resource: 'job',
  status: 200,
  summary: 'One job',
  params: idParams,
  response: job,
});
export const jobsCancel = endpoint({
  ...jobs,
  name: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/{id}/cancel/',
  resource: 'job',
  status: 200,
  summary: 'Cancel a job',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: job,
});
export const jobsFile = endpoint({
  ...jobs,
  name: 'jobs.file',
  method: 'GET',
  path: '/jobs/{id}/file/',
  resource: 'job',
  status: 200,
  answers: 'file',
  summary: 'The file a job made',
  params: idParams,
});
/** The link of an e-mail: who holds it may fetch that one file for as long as it is kept. */
export const jobsDownload = endpoint({
  tag: 'Jobs',
  level: 'visitor',
  apiKey: false,
  name: 'jobs.download',
  method: 'GET',
  path: '/jobs/download/{token}/',
  status: 200,
  answers: 'file',
  summary: 'The file a job made, by the secret link of its e-mail',
  params: z.object({ token: z.string().min(20).max(200) }),
});

const setAside = z.object({
  id: z.number(),
  box: z.number().nullable(),
  serial_number: z.string(),
  topic: z.string(),
  reason: z.string(),
  detail: z.string().nullable(),
  size: z.number(),
  received_at: z.string(),
  replayed_at: z.string().nullable(),
  preview: z.string(),
});
const aside = { tag: 'Measures', level: 'privileged', apiKey: false } as const;
export const setAsideList = endpoint({
  ...aside,
  name: 'set_aside.list',
  method: 'GET',
  path: '/set-aside/',
  status: 200,
  summary: 'Messages and measures that could not be used, with the reason',
  query: listQuery(['id', 'received_at'], { box: idList.optional(), reason: z.string().optional() }),
  response: page(setAside),
});
export const setAsideReplay = endpoint({
  ...aside,
  name: 'set_aside.replay',
  method: 'POST',
  path: '/set-aside/{id}/replay/',
  resource: 'set_aside',
  status: 200,
  summary: 'Try a message set aside once more',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: z.object({
    stored: z.number(),
    duplicates: z.number(),
    set_aside: z.number(),
    reason: z.string().nullable(),
  }),
});

const finding = z.object({
  key: z.string(),
  value: n,
  unit: z.string().nullable(),
  verdict: z.enum(['good', 'watch', 'bad', 'unknown']),
  evaluable: z.boolean(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
export const diagnosticsList = endpoint({
  ...base,
  apiKey: false,
  name: 'diagnostics.list',
  method: 'GET',
  path: '/diagnostics/',
  status: 200,
  summary:
    'Daily diagnostics of each AERO: health ratio, residual, compensated pressure, end stops, friction, battery, panel',
  query: listQuery(
    [
      'aero',
      'box',
      'health_ratio',
      'residual',
      'stop_hot',
      'stop_cold',
      'pressure_trend',
      'friction',
      'verdict',
    ],
    { aero: idList.optional(), box: idList.optional(), client: idList.optional() },
  ),
  response: page(
    z.object({
      aero: z.number(),
      box: z.number(),
      day: z.string(),
      verdict: z.enum(['good', 'watch', 'bad', 'unknown']),
      findings: z.array(finding),
    }),
  ),
});
const savedView = z.object({ id: z.number(), ...stamps, name: z.string(), query: z.string() });
const views = { tag: 'Saved views', level: 'member', apiKey: false } as const;
export const savedViewsList = endpoint({
  ...views,
  name: 'saved_views.list',
  method: 'GET',
  path: '/saved-views/',
  status: 200,
  summary: 'Your saved visualizations',
  query: listQuery(['id', 'name'], {}),
  response: page(savedView),
});
export const savedViewsCreate = endpoint({
  ...views,
  name: 'saved_views.create',
  method: 'POST',
  path: '/saved-views/',
  status: 201,
  summary: 'Save a view',
  body: z.strictObject({ name: text(100), query: optionalText(8000) }),
  response: savedView,
});
export const savedViewsDelete = endpoint({
  ...views,
  name: 'saved_views.delete',
  method: 'DELETE',
  path: '/saved-views/{id}/',
  resource: 'saved_view',
  status: 204,
  summary: 'Delete a saved view',
  params: idParams,
});
