import { VERDICTS } from '@aerowatch/domain/faults/finding';
import { CAUSES, FAULTS, FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { REPAIR_STATES } from '@aerowatch/domain/faults/repair';
import {
  ACTS,
  LEVELS,
  MARKS,
  REACHED,
  RULED_OUT_BY,
  SERIES,
  TELLS,
  URGENCIES,
  WOULD_CHANGE,
} from '@aerowatch/domain/faults/vocabulary';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, flag, idList, instant, integer, listQuery, page, time, wordList } from '../fields.ts';
import { matterLink } from './matter-link.ts';
import { note } from './notes.ts';

const n = z.number().nullable();
const moment = instant.nullable();
const evidence = z.object({
  metrics: z.array(z.enum(METRIC_KEYS)),
  from: instant,
  to: instant,
  marks: z.array(z.object({ at: instant, code: z.enum(MARKS) })),
  levels: z.array(
    z.object({ metric: z.enum(METRIC_KEYS).nullable(), value: z.number(), code: z.enum(LEVELS) }),
  ),
  series: z
    .object({
      code: z.enum(SERIES),
      unit: z.string().nullable(),
      points: z.array(z.tuple([instant, z.number()])),
    })
    .nullable(),
});
const reaches = z.object({
  what: z.enum(REACHED),
  level: n,
  earliest: moment,
  likely: moment,
  latest: moment,
});
/** In its stored form, independent of language. */
export const storedFinding = z.object({
  key: z.string(),
  value: n,
  unit: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  evaluable: z.boolean(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  fault: z.enum(FAULTS).nullable(),
  confidence: n,
  since: moment,
  noticed: moment,
  candidates: z.array(z.object({ cause: z.enum(CAUSES), tell: z.enum(TELLS), confidence: n })),
  ruled_out: z.array(z.object({ cause: z.enum(CAUSES), by: z.enum(RULED_OUT_BY) })),
  evidence: evidence.nullable(),
  would_change: z.enum(WOULD_CHANGE).nullable(),
  act: z.object({ code: z.enum(ACTS), urgency: z.enum(URGENCIES), by: moment }).nullable(),
  reaches: reaches.nullable(),
  not_watched_at: n,
});
const finding = storedFinding.extend({
  /** Its texts in the reader's language, units and time zone. */
  text: z.object({
    name: z.string(),
    sentence: z.string(),
    act: z.string().nullable(),
    /** How rarely inspections confirmed this fault, if that is under half. */
    doubt: z.string().nullable(),
  }),
  /**
   * A step may be work that nobody entered: when somebody may have worked there, until that is answered
   * (`diagnostics.worked`); null otherwise.
   */
  worked_at: moment,
  /** The open work order about it. */
  work_order: integer.nullable(),
  /** Its matter, perhaps only a proposal. */
  matter: matterLink.nullable(),
});
export type FindingAnswer = z.infer<typeof finding>;

/** The result of the measures since a finished work order: whether its repair is proven. */
export const repair = z.object({
  work_order: integer,
  at: instant,
  state: z.enum(REPAIR_STATES),
  /**
   * How far the ram has moved since, and how far the temperature required it to move beyond friction, mm;
   * null for a fault that is judged differently.
   */
  moved: n,
  called: n,
});

const diagnosis = z.object({
  aero: integer,
  box: integer,
  /** Of the box; with the position, the displayed name of the AERO. */
  serial_number: z.string(),
  position: integer,
  day: calendarDay,
  computed_at: instant,
  verdict: z.enum(VERDICTS),
  /** Key of the finding that explains the others; null when nothing is wrong. */
  primary: z.string().nullable(),
  /** Names of all faults, the main one first. */
  faults: z.array(z.enum(FAULTS)),
  since: moment,
  confidence: n,
  /** The earliest due date of all advice. */
  act_by: moment,
  /** The last repair within a fortnight; null without one. */
  repair: repair.nullable(),
  findings: z.array(finding),
});
export type DiagnosisAnswer = z.infer<typeof diagnosis>;

export const diagnosticsList = endpoint({
  tag: 'Measures',
  level: 'member',
  apiKey: 'read',
  name: 'diagnostics.list',
  method: 'GET',
  path: '/diagnostics/',
  summary:
    'Daily diagnostics of each AERO: what is wrong, since when, how sure, what shows it, what to do and by when',
  query: listQuery(['aero', 'box', 'verdict', 'fault', 'since', 'confidence', 'act_by', ...FINDING_KEYS], {
    aero: idList.optional(),
    box: idList.optional(),
    client: idList.optional(),
    /** AEROs with one of these faults, or with one of these verdicts. */
    fault: wordList(FAULTS).optional(),
    verdict: wordList(VERDICTS).optional(),
    /** Includes the series of the findings' curves; omitted by default. */
    evidence: flag.optional(),
  }),
  response: page(diagnosis),
});

export const diagnosticsWorked = endpoint({
  tag: 'Measures',
  level: 'member',
  name: 'diagnostics.worked',
  confirm: 'daily',
  method: 'POST',
  path: '/diagnostics/{id}/worked/',
  resource: 'aero',
  errors: [409],
  summary:
    'Answer whether somebody worked on an AERO when its readings stepped: yes sets a new baseline from then on, no keeps the finding; both are noted in the log, and it is not asked again',
  body: z.strictObject({
    /** The `worked_at` of the finding. */
    at: time,
    worked: z.boolean('not_boolean'),
  }),
  response: note,
});

const precision = z.object({
  client: integer,
  kind: z.enum(FAULTS),
  /** Orders closed with a verdict: found, not found, something else. */
  named: integer,
  found: integer,
  not_found: integer,
  other_cause: integer,
  /** Orders still open. */
  open: integer,
  /** Found / named, 0 to 1; null without a verdict. */
  share: z.number().nullable(),
  /** Under half of at least 8 verdicts. */
  doubtful: z.boolean(),
});
export type PrecisionAnswer = z.infer<typeof precision>;

export const diagnosticsPrecision = endpoint({
  tag: 'Measures',
  level: 'member',
  apiKey: 'read',
  name: 'diagnostics.precision',
  method: 'GET',
  path: '/diagnostics/precision/',
  summary: 'How often each fault that was named was found on the pole, per client',
  query: z.strictObject({ client: idList.optional() }),
  response: z.array(precision),
});
