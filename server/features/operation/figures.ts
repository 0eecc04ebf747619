import {
  type FigureState,
  OPERATION_FIGURES,
  type OperationFigure,
} from '@aerowatch/contracts/api/operation';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { ProcessReport } from './process-report.ts';
import type { Figures } from './store-figures.ts';
import type { Successes } from './store-successes.ts';
import { type Facts, POOL_WAITING_S, type Warning, warningsOf } from './warnings.ts';

export interface Figure {
  readonly code: OperationFigure;
  readonly subject: string | null;
  readonly value: number | null;
  readonly at: string | null;
  readonly state: FigureState;
}
/** What the machine page shows: facts of the warnings, figures of the metrics, and when things last succeeded. */
export interface PageFacts extends Facts {
  /** Null where they could not be read. */
  readonly figures: Figures | null;
  readonly successes: Successes;
  /** Days until a disk is full at the rate of the last days, by `host: folder`; absent while unknown. */
  readonly daysLeft: ReadonlyMap<string, number>;
}

/** Seconds that judging may take in a busy minute. */
const LAG_S = 120;
const DIAGNOSIS_S = 2 * 86_400;
const ROLLUPS = 50_000;
const WEATHER_MS = 2 * DAY;
const AUDIT_MS = 3 * DAY;

/**
 * All figures in the order of OPERATION_FIGURES, each with its state; a figure without a source is unknown,
 * never 0.
 */
export function figuresOf(facts: PageFacts): Figure[] {
  const order = Object.keys(OPERATION_FIGURES);
  const warnings = warningsOf(facts);
  return [
    ...facts.reports.flatMap((report) => [...ofProcess(report, facts, warnings)]),
    ...ofDatabase(facts, warnings),
    ...ofQueues(facts),
    ...ofSuccesses(facts),
  ].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

const count = (
  code: OperationFigure,
  subject: string | null,
  value: number | null | undefined,
  stateOf: (value: number) => FigureState = () => 'good',
): Figure => ({
  code,
  subject,
  value: value ?? null,
  at: null,
  state: value === null || value === undefined ? 'unknown' : stateOf(value),
});
const moment = (
  code: OperationFigure,
  subject: string | null,
  ms: number | null,
  state: FigureState,
): Figure => ({ code, subject, value: null, at: ms === null ? null : new Date(ms).toISOString(), state });
const above =
  (watch: number, bad = Number.POSITIVE_INFINITY) =>
  (value: number): FigureState =>
    value > bad ? 'bad' : value > watch ? 'watch' : 'good';
const below =
  (watch: number, bad: number) =>
  (value: number): FigureState =>
    value < bad ? 'bad' : value < watch ? 'watch' : 'good';

function* ofProcess(
  report: ProcessReport,
  { now, daysLeft }: PageFacts,
  warnings: readonly Warning[],
): Generator<Figure> {
  const { host, memory, certificate_expires_at: expires } = report;
  for (const { name, free } of report.disks) {
    const subject = `${host}: ${name}`;
    const code = warnings.find((one) => one.subject === subject && one.code.startsWith('disk'))?.code;
    const state = code === 'disk_full' ? 'bad' : code === 'disk_low' ? 'watch' : 'good';
    yield count('disk_free', subject, free, () => state);
    yield count('disk_days_left', subject, daysLeft.get(subject), below(30, 7));
  }
  yield count('memory_used', host, memory?.used);
  const size = memory?.size ?? 0;
  yield count('memory_free', host, memory?.free, below(size / 10, size / 33));
  yield count('pool_waiting', host, report.pool_waiting, above(0, POOL_WAITING_S - 1));
  yield count('connections_refused', host, report.connections_refused, above(0));
  const failing = report.loops_failing?.map(({ times }) => times);
  yield count('loops_failing', host, failing?.length, above(0));
  if (report.roles.includes('ingest'))
    yield moment(
      'certificate',
      host,
      expires,
      expires === null ? 'unused' : below(14 * DAY, 3 * DAY)(expires - now),
    );
  const [database, boxes] = [report.database_ahead, report.boxes_ahead];
  yield count('clock_database', host, database, (value) => above(1, 5)(Math.abs(value)));
  if (report.roles.includes('ingest')) yield count('clock_boxes', host, boxes, above(60, 120));
}

function* ofDatabase(facts: PageFacts, warnings: readonly Warning[]): Generator<Figure> {
  const { figures, backup, rehearsal, audit, now } = facts;
  const isWarned = (...codes: string[]) => warnings.some(({ code }) => codes.includes(code));
  yield count('database_size', null, figures?.databaseBytes);
  yield count('wal_size', null, figures?.walBytes);
  const archiveState = archiving(figures, isWarned('archive_fails'));
  yield moment('archive_last', null, figures?.archive?.lastAt ?? null, archiveState);
  const backupState = isWarned('backup_late', 'backup_never') ? 'bad' : backup === null ? 'unknown' : 'good';
  yield moment('backup_last', null, backup?.last ?? null, backupState);
  const rehearsedAt = rehearsal === null ? null : Date.parse(rehearsal.at);
  yield moment('rehearsal_last', null, rehearsedAt, rehearsing(rehearsal, isWarned('rehearsal_late')));
  const isRestored = rehearsal !== null && !['failed', 'no_room'].includes(rehearsal.outcome);
  yield count('rehearsal_took', null, isRestored ? rehearsal.took_s : null, () => 'good');
  const verifiedAt = audit === null ? null : Date.parse(audit.at);
  yield moment('audit_verified', null, verifiedAt, verifying(audit, now));
}

function archiving(figures: Figures | null, isWarned: boolean): FigureState {
  if (figures === null) return 'unknown';
  if (figures.archive === null) return 'unused';
  if (figures.archive.failingSince === null) return 'good';
  return isWarned ? 'bad' : 'watch';
}

function rehearsing(rehearsal: PageFacts['rehearsal'], isLate: boolean): FigureState {
  if (rehearsal === null) return isLate ? 'watch' : 'unknown';
  if (rehearsal.outcome === 'failed' || rehearsal.outcome === 'differs') return 'bad';
  return isLate || rehearsal.outcome !== 'equal' ? 'watch' : 'good';
}

function verifying(audit: PageFacts['audit'], now: number): FigureState {
  if (audit === null) return 'unknown';
  return audit.problems > 0 ? 'bad' : above(AUDIT_MS)(now - Date.parse(audit.at));
}

function* ofQueues({ figures, successes, keysLeft }: PageFacts): Generator<Figure> {
  yield count('judging_lag', null, figures?.judgingLag, above(LAG_S, 600));
  yield count('rollups_waiting', null, figures?.rollupsWaiting, above(ROLLUPS));
  const age = figures?.diagnosisAge;
  const diagnosis = count('diagnosis_age', null, age, above(DIAGNOSIS_S));
  // No box sends, so there is nothing to diagnose.
  yield figures !== null && age === null ? { ...diagnosis, state: 'unused' } : diagnosis;
  yield count('set_aside', null, successes.setAside, above(0));
  yield count('messages_waiting', null, figures?.outboxQueued);
  yield count('messages_oldest', null, figures?.outboxOldest, above(600, 3600));
  yield count('messages_failed', null, successes.messagesFailed, above(0));
  yield count('jobs_failed', null, successes.jobsFailed, above(0));
  yield count('keys_left', null, keysLeft, above(0));
}

function* ofSuccesses({ successes, now }: PageFacts): Generator<Figure> {
  for (const { channel, lastAt, failedAt } of successes.channels) {
    const fails = failedAt !== null && (lastAt === null || failedAt > lastAt);
    yield moment('channel_last', channel, lastAt, fails ? 'watch' : lastAt === null ? 'unused' : 'good');
  }
  const { enabled, failing, lastAt } = successes.webhooks;
  const webhooks = enabled === 0 ? 'unused' : lastAt === null ? 'unknown' : 'good';
  yield moment('webhook_last', null, lastAt, webhooks);
  yield count('webhooks_failing', null, failing, above(0));
  const ageState = (at: number | null) => (at === null ? 'unused' : above(WEATHER_MS)(now - at));
  yield moment('weather_last', null, successes.weatherAt, ageState(successes.weatherAt));
  yield moment('forecast_last', null, successes.forecastAt, ageState(successes.forecastAt));
}

/** Time of measuring from which a rate is meaningful, rather than the noise of a day. */
const MIN_PACE_MS = 36 * HOUR;
/** Ten years or more, or a disk that does not fill. */
export const MAX_DAYS_LEFT = 3650;

/** One measurement of a disk: bytes free at a time, ms. */
export interface DiskSample {
  readonly at: number;
  readonly free: number;
}

/**
 * Days until a disk is full at the rate since the oldest sample; undefined while there are too few samples.
 */
export function daysLeft(samples: readonly DiskSample[], free: number, now: number): number | undefined {
  const oldest = samples.reduce<DiskSample | undefined>(
    (first, sample) => (first === undefined || sample.at < first.at ? sample : first),
    undefined,
  );
  if (oldest === undefined || now - oldest.at < MIN_PACE_MS) return undefined;
  const perDay = ((oldest.free - free) / (now - oldest.at)) * DAY;
  return perDay <= 0 ? MAX_DAYS_LEFT : Math.min(MAX_DAYS_LEFT, Math.floor(free / perDay));
}
