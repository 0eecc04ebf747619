import { alertsOpened } from '@aerowatch/contracts/api/alerts';
import { boxesList } from '@aerowatch/contracts/api/boxes';
import { dashboard, morning } from '@aerowatch/contracts/api/console';
import { diagnosticsList, diagnosticsPrecision } from '@aerowatch/contracts/api/diagnostics';
import { forecastList } from '@aerowatch/contracts/api/forecast';
import { measuresSeries } from '@aerowatch/contracts/api/measures';
import { workOrdersList } from '@aerowatch/contracts/api/work-orders';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { SEVERITIES } from '@aerowatch/domain/alerting/severity';
import { VERDICTS } from '@aerowatch/domain/faults/finding';
import { FAULTS } from '@aerowatch/domain/faults/list';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { WORK_STATES } from '@aerowatch/domain/work/orders';
import { z } from 'zod';

/**
 * A tool of an assistant: one endpoint that reads. Its arguments become the query under the same names, lists
 * with commas; `fixed` is always added.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly endpoint: AnyEndpoint;
  readonly input: Readonly<Record<string, z.ZodType>>;
  readonly fixed?: Readonly<Record<string, string>>;
  /**
   * How a later part is requested: by `page` and `page_size`; by a `limit` that grows up to this number; or
   * not, because the endpoint answers everything at once.
   */
  readonly paging: 'page' | number | 'all';
  /** The rows of the answer, with only the fields that matter to an assistant, which reads every word. */
  readonly rows: (answer: never) => readonly Row[];
  /** Facts beside the rows. */
  readonly facts?: (answer: never) => Row;
}

const ids = (what: string) => z.array(z.number().int().positive()).max(200).optional().describe(what);
const some = <const T extends readonly [string, ...string[]]>(words: T, what: string) =>
  z.array(z.enum(words)).optional().describe(what);
const size = (most: number, preset: number) =>
  z.number().int().min(1).max(most).default(preset).describe('Most results');
const time = z.string().optional();
const search = z.string().max(200).optional();

export type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly count: number;
  readonly results: readonly Row[];
}
const without = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));
const only = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));
const rowsOf = ({ results }: Page) => results;
const countOf = ({ count }: Page) => ({ count });

/** Current findings with their texts; normal ones are left out. */
const currentFindings = ({ results }: Page): readonly Row[] =>
  results.map((row) => ({
    ...without(row, ['findings', 'day', 'computed_at']),
    findings: (row.findings as Row[])
      .filter(({ verdict }) => verdict === 'bad' || verdict === 'watch')
      .map((finding) => without(finding, ['evidence', 'evaluable', 'reason', 'not_watched_at', 'details'])),
  }));

const BOX = [
  'id',
  'serial_number',
  'name',
  'line',
  'kilometer_point',
  'pole',
  'status',
  'sami',
  'last_send',
  'open_alerts',
  'muted',
  'firmware_version',
];
const AERO = ['id', 'position', 'serial_number', 'model_type', 'track_number', 'sami'];
const boxRows = ({ results }: Page): readonly Row[] =>
  results.map((box) => ({ ...only(box, BOX), aeros: (box.aeros as Row[]).map((aero) => only(aero, AERO)) }));

const ORDER = [
  'id',
  'box',
  'aero',
  'title',
  'description',
  'severity',
  'state',
  'due_on',
  'assignee_name',
  'checklist',
  'verdict',
  'cause',
  'closing_note',
  'external_reference',
  'place',
];
const orderRows = ({ results }: Page): readonly Row[] =>
  results.map((order) => ({
    ...only(order, ORDER),
    checklist: (order.checklist as Row[]).map((line) => only(line, ['code', 'text', 'done', 'note'])),
  }));

const ALERT = [
  'id',
  'box',
  'aero',
  'supervisor_name',
  'condition',
  'severity',
  'opened_at',
  'value',
  'last_value',
  'last_at',
  'cleared_at',
  'assignee_name',
  'silenced',
  'silence_reason',
  'work_order',
];
const alertRows = (alerts: readonly Row[]): readonly Row[] => alerts.map((alert) => only(alert, ALERT));

/** Rounded figures: a hundredth is finer than any sensor. */
const rounded = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(rounded)
    : typeof value === 'number' && !Number.isInteger(value)
      ? Math.round(value * 100) / 100
      : value;
const curveRows = ({ series }: { series: readonly Row[] }): readonly Row[] =>
  series.map((curve) => ({
    ...without(curve, ['model', 'count']),
    expected: rounded(curve.expected),
    metrics: Object.fromEntries(
      Object.entries(curve.metrics as Record<string, Row>).map(([metric, band]) => [
        metric,
        Object.fromEntries(Object.entries(band).map(([part, values]) => [part, rounded(values)])),
      ]),
    ),
  }));

/** All tools; each answers what the endpoint answers for the same key. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'fleet_state',
    title: 'State of the fleet',
    description:
      'How many boxes and AERO tensioners there are, how many boxes are online, late or silent, boxes by SAMI (state of health), open alerts, and the boxes that need attention.',
    endpoint: dashboard,
    input: {},
    fixed: { days: '1' },
    paging: 'all',
    rows: ({ attention }: { attention: readonly Row[] }) => attention,
    facts: (answer: Row) => without(answer, ['evolution', 'attention']),
  },
  {
    name: 'what_needs_somebody',
    title: 'What needs attention today',
    description:
      'AEROs that need somebody, the most pressing first: why (finding, alert, work order due, silence, forecast), since when, where (line, track, kilometre point, pole), the next act and by when, and the open work order. Start here to plan the work of a team; plan a round in the order of kilometre points.',
    endpoint: morning,
    input: { limit: size(200, 50) },
    paging: 500,
    rows: rowsOf,
    facts: countOf,
  },
  {
    name: 'findings',
    title: 'Findings of the diagnoses',
    description:
      'What the daily diagnosis says is wrong with AEROs: the fault, a sentence with since when and how sure, what was ruled out and by what, what to do and by when, when a limit is reached as a range of dates, and `text.doubt` where a fault was seldom found on the pole. Filter by AERO, box, fault or verdict; search looks in serial number, name, pole and line.',
    endpoint: diagnosticsList,
    input: {
      aero: ids('Ids of AEROs'),
      box: ids('Ids of boxes'),
      fault: some(FAULTS, 'Only these faults'),
      verdict: z.array(z.enum(VERDICTS)).default(['bad', 'watch']).describe('bad, then to watch'),
      search,
      page_size: size(100, 30),
    },
    paging: 'page',
    rows: currentFindings,
    facts: countOf,
  },
  {
    name: 'precision',
    title: 'How often findings were right',
    description:
      'Per fault: how often it was named, found, not found, or something else, from closed work orders.',
    endpoint: diagnosticsPrecision,
    input: {},
    paging: 'all',
    rows: (rows: readonly Row[]) => rows,
  },
  {
    name: 'work_orders',
    title: 'Work orders',
    description:
      'What is to be done on the pole, by whom and by when, with its checklist (the isolation of the line first) and place; closed ones with what was found. Lines by name; `due_before` is a day such as 2026-11-30.',
    endpoint: workOrdersList,
    input: {
      state: z.array(z.enum(WORK_STATES)).default(['open', 'planned']),
      line: z.string().max(200).optional().describe('Name of the line, as places give it'),
      due_before: z.iso.date().optional(),
      box: ids('Ids of boxes'),
      aero: ids('Ids of AEROs'),
      search,
      page_size: size(100, 50),
    },
    paging: 'page',
    rows: orderRows,
    facts: countOf,
  },
  {
    name: 'alerts',
    title: 'Open alerts',
    description:
      'Alerts nobody has marked as seen: the condition, its value and limit (°C, bar, mm, V, mA; silence in upload times of the box; a diagnosis 1 to watch, 2 bad; a forecast in %), since when, severity, to whom it is given, whether it is silenced and why.',
    endpoint: alertsOpened,
    input: {
      severity: some(SEVERITIES, 'Only these severities'),
      box: ids('Ids of boxes'),
      aero: ids('Ids of AEROs'),
      limit: size(500, 50),
    },
    paging: 5000,
    rows: alertRows,
  },
  {
    name: 'boxes',
    title: 'Boxes',
    description:
      'Boxes with their place, status, SAMI, last measure and AEROs; search looks in serial number, name, pole, line. Use it to find the ids that other tools take.',
    endpoint: boxesList,
    input: { search, sami: some(SAMI_LEVELS, 'Only boxes at these levels'), page_size: size(100, 30) },
    paging: 'page',
    rows: boxRows,
    facts: countOf,
  },
  {
    name: 'series',
    title: 'Curves of measures',
    description:
      'Measures of AEROs over time, an AERO a row: lowest, highest and mean of each cell, and the stroke expected at that temperature. Temperature °C, pressure bar, stroke mm, voltages V, current mA; times in ms since 1970, UTC. Ask for few points.',
    endpoint: measuresSeries,
    input: {
      aero: z.array(z.number().int().positive()).min(1).max(20),
      metrics: z.array(z.enum(METRIC_KEYS)).default(['stroke', 'temperature', 'pressure']),
      from: time.describe('ISO 8601'),
      to: time.describe('ISO 8601'),
      points: z.number().int().min(2).max(500).default(60).describe('At most; fewer where they are too long'),
      expected: z.boolean().default(true),
    },
    paging: 'all',
    rows: curveRows,
    facts: ({ resolution }: Row) => ({ resolution }),
  },
  {
    name: 'forecast',
    title: 'The week ahead',
    description:
      'For each AERO and each of the next seven days the lowest and highest stroke and the chance that it comes within its margin or to its stop, the largest chance first.',
    endpoint: forecastList,
    input: {
      aero: ids('Ids of AEROs'),
      day: z.iso.date().optional(),
      chance: z.number().min(0).max(1).default(0.1).describe('Only chances from here on'),
      page_size: size(100, 30),
    },
    paging: 'page',
    rows: rowsOf,
    facts: countOf,
  },
];
