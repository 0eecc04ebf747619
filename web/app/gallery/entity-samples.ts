import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import type { DiagnosisAnswer, FindingAnswer } from '@aerowatch/contracts/api/diagnostics';
import type { ForecastAnswer } from '@aerowatch/contracts/api/forecast';
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { DAY } from '@aerowatch/domain/durations';
import { NO_DETAILS } from '@aerowatch/domain/faults/finding';
import { NAMES, NOW } from './samples.ts';

const at = (days: number): string => new Date(NOW + days * DAY).toISOString();
const stamps = { created_at: at(-400), updated_at: at(0) };

/** Which answer requests in the gallery get, by the requested id; no stored row has one of these. */
export const SHOWN = { full: 9_000_001, failed: 9_000_002, loading: 9_000_003, partly: 9_000_004 } as const;

export const sampleAero = (id: number): Aero => ({
  id,
  ...stamps,
  box: id,
  position: 1,
  serial_number: 'AERO-4711',
  model_type: 1,
  line: '830000',
  track_number: 'V1',
  conductor_type: 'wire',
  mechanical_tension: 1200,
  regularized_length: 600,
  expansion_coefficient: 1.7e-5,
  stroke_min: null,
  stroke_max: null,
  pressure_min: null,
  pressure_max: null,
  temperature_min: null,
  temperature_max: null,
  battery_min: null,
  stroke_min_offset: 50,
  stroke_max_offset: 50,
  sami: 'improvement_needed',
  sami_since: at(-12),
  status: 'online',
  last_send: at(-0.1),
});

/** A box with a very long name. */
export const sampleBox = (id: number): Box => ({
  id,
  ...stamps,
  serial_number: NAMES[0],
  name: NAMES[1],
  latitude: 48.9,
  longitude: 2.07,
  altitude: 80,
  temperature_coldest: null,
  temperature_hottest: null,
  extremes: { coldest: -16, hottest: 42, source: 'place' },
  client: null,
  firmware: null,
  firmware_version: '3.1.4',
  firmware_fell_back: null,
  hardware_replaced: false,
  firmware_desired: null,
  tags: [],
  installation_date: '2024-04-02',
  comment: '',
  line: '830000',
  kilometer_point: 105.129,
  pole: '105-4',
  iccid: '',
  last_send: at(-0.1),
  sami: 'improvement_needed',
  status: 'late',
  muted: false,
  open_alerts: 3,
  aeros: [sampleAero(id)],
  desired: DEFAULT_CONFIGURATION,
  reported: null,
  reported_at: null,
  twin: { state: 'pending', since: at(-1), fields: {} },
  refresh: null,
});

/** A finding of each verdict; the worst one has all fields. */
const finding = (more: Partial<FindingAnswer>): FindingAnswer => ({
  ...NO_DETAILS,
  key: 'seized',
  value: null,
  unit: null,
  verdict: 'unknown',
  evaluable: false,
  reason: 'no_data',
  details: {},
  since: null,
  noticed: null,
  worked_at: null,
  candidates: [],
  ruled_out: [],
  evidence: null,
  act: null,
  reaches: null,
  text: { name: '', sentence: '', act: null, doubt: null },
  work_order: null,
  matter: null,
  ...more,
});
const bad = finding({
  key: 'seized',
  value: 2.7,
  unit: '%',
  verdict: 'bad',
  evaluable: true,
  reason: null,
  fault: 'seized',
  confidence: 0.93,
  since: at(-9),
  noticed: at(-8),
  candidates: [{ cause: 'friction', tell: 'cold_nights', confidence: 0.05 }],
  ruled_out: [
    { cause: 'stroke_sensor_stuck', by: 'values_vary' },
    { cause: 'icing', by: 'too_warm' },
  ],
  would_change: 'moves_again',
  act: { code: 'free_ram', urgency: 'days', by: at(3) },
  details: { days_under_limit: 9 },
});
const leak = finding({
  key: 'pressure_trend',
  value: -3.4,
  unit: '%/month',
  verdict: 'watch',
  evaluable: true,
  reason: null,
  fault: 'leak',
  confidence: 0.71,
  since: at(-40),
  reaches: { what: 'gas_low', level: 0.85, earliest: at(40), likely: at(70), latest: at(120) },
  act: { code: 'find_leak', urgency: 'weeks', by: at(21) },
});
/** A step that nobody has explained yet. */
const asked = finding({
  key: 'stroke_sensor_step',
  value: 31,
  unit: 'mm',
  verdict: 'watch',
  evaluable: true,
  reason: null,
  fault: 'stroke_sensor_step',
  confidence: 0.9,
  since: at(-12),
  worked_at: at(-12),
  candidates: [{ cause: 'work_done', tell: 'ask_who_worked', confidence: null }],
});
const good = finding({
  key: 'battery_trend',
  value: -2,
  unit: 'mV/week',
  verdict: 'good',
  evaluable: true,
  reason: null,
});
const unwatched = finding({
  key: 'break',
  unit: 'mm',
  verdict: 'not_watched',
  reason: 'log_time',
  not_watched_at: 21_600,
});

const diagnosis = (findings: FindingAnswer[], verdict: DiagnosisAnswer['verdict']): DiagnosisAnswer => ({
  aero: SHOWN.full,
  box: SHOWN.full,
  serial_number: 'FG-0001',
  position: 1,
  day: at(-1).slice(0, 10),
  computed_at: at(0),
  verdict,
  primary: verdict === 'bad' ? 'seized' : null,
  faults: findings.flatMap(({ fault }) => fault ?? []),
  since: verdict === 'bad' ? bad.since : null,
  confidence: null,
  act_by: null,
  repair: null,
  findings,
});
export const FINDINGS = { bad, watch: leak, asked, good, unknown: finding({}), unwatched };
export const DIAGNOSES = {
  wrong: diagnosis([bad, leak, good, unwatched, finding({ key: 'spike' })], 'bad'),
  fine: diagnosis([good], 'good'),
  unknown: diagnosis([finding({})], 'unknown'),
};

const spread = (middle: number, wide: number) => ({
  p05: middle - 2 * wide,
  p25: middle - wide,
  p50: middle,
  p75: middle + wide,
  p95: middle + 2 * wide,
});
/** A week ahead from today, because the forecast fan starts at the present. */
export const sampleWeek = (id: number): ForecastAnswer[] =>
  Array.from({ length: 7 }, (_, lead) => ({
    aero: id,
    box: id,
    day: new Date(Date.now() + lead * DAY).toISOString().slice(0, 10),
    lead,
    issued_at: new Date().toISOString(),
    basis: 'weather',
    temperature: { min: 14 + lead, max: 27 + lead },
    stroke: { min: spread(210 + lead * 6, 6 + lead * 2), max: spread(330 + lead * 9, 8 + lead * 3) },
    margin: { hot: lead / 12, cold: 0 },
    stop: { hot: lead / 60, cold: 0 },
    change: null,
    unavailable: null,
  }));
