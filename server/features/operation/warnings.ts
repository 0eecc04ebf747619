import type { WarningCode } from '@aerowatch/contracts/api/operation';
import { DAY, HOUR, MINUTE } from '@aerowatch/domain/durations';
import type { ProcessReport } from './process-report.ts';
import type { Rehearsal } from './rehearsal.ts';

export interface Warning {
  readonly code: WarningCode;
  readonly subject: string | null;
  readonly value: number | null;
}

/** The facts that warnings are derived from. Times in ms since 1970. */
export interface Facts {
  readonly now: number;
  readonly reports: readonly ProcessReport[];
  /** When the newest measure was received, by the clock at that time. */
  readonly lastReceived: number | null;
  /** The last complete backup, and when the next one is due; null without one. */
  readonly backup: { readonly last: number; readonly due: number } | null;
  /** The result of the last rehearsal of a backup; null before the first. */
  readonly rehearsal: Pick<Rehearsal, 'outcome' | 'at' | 'name' | 'took_s'> | null;
  /** When the installation began: its first account. */
  readonly startedAt: number | null;
  /**
   * Since when archiving the log for the continuous backup has failed; null while it works, or is not
   * configured.
   */
  readonly archiveFailingSince: number | null;
  /** The oldest datapoint waiting to be judged. */
  readonly oldestDue: number | null;
  /** The last check of the whole audit log; null before the first. */
  readonly audit: { readonly at: string; readonly problems: number } | null;
  /** Valid keys whose creators left, and that nobody keeps. */
  readonly keysLeft: number;
  /** Serial numbers of replaced hardware that was refused within a day. */
  readonly retired: readonly string[];
  /** Places whose weather does not fit what boxes measure. */
  readonly weatherWrong: number;
  /** The oldest message that should have been sent by now. */
  readonly oldestMessage: number | null;
}

/** With fewer boxes, one with a bad clock would distort the median. */
const MIN_BOXES = 3;
/** Boxes' clocks drift by seconds a day and are corrected when they connect. */
const BOXES_AHEAD_S = 120;
const DATABASE_OFF_S = 5;
const BACK_MS = 5 * 60_000;
const NEVER_BACKED_UP_MS = DAY;
/** It runs weekly; one may be missed. */
const REHEARSAL_LATE_MS = 15 * DAY;
/** The log is archived every four minutes. */
const ARCHIVE_FAILS_MS = 10 * MINUTE;
const CERTIFICATE_DAYS = 14;
const MESSAGE_WAITS_MS = HOUR;
/** Alerts are late by as much. */
const JUDGING_LATE_MS = 10 * MINUTE;
/** With growing pauses, this is two minutes of failures. */
const FAILURES = 7;
/** Of ten minutes: requests then wait about as long as they work. */
export const POOL_WAITING_S = 60;
/** An upgrade process by process takes less. */
const SIDE_BY_SIDE_MS = 30 * MINUTE;

/** The current warnings, most severe first, each once however many processes report it. */
export function warningsOf(facts: Facts): Warning[] {
  const all = [
    ...facts.reports.flatMap((report) => [...ofProcess(report, facts.now)]),
    ...ofInstallation(facts),
  ];
  const seen = new Set<string>();
  return all.filter(({ code, subject }) => {
    const key = `${code}:${subject}`;
    return !seen.has(key) && seen.add(key);
  });
}

function* ofProcess(report: ProcessReport, now: number): Generator<Warning> {
  yield* ofDisks(report);
  const { boxes_ahead: boxes, boxes_heard, database_ahead: database } = report;
  if (boxes !== null && boxes_heard >= MIN_BOXES && boxes > BOXES_AHEAD_S)
    yield { code: 'clock_boxes', subject: report.host, value: Math.round(boxes) };
  if (database !== null && Math.abs(database) > DATABASE_OFF_S)
    yield { code: 'clock_database', subject: report.host, value: Math.round(database) };
  if (report.certificate_expires_at !== null) {
    const days = Math.floor((report.certificate_expires_at - now) / DAY);
    if (days < CERTIFICATE_DAYS) yield { code: 'certificate', subject: report.host, value: days };
  }
  for (const { name, times } of report.loops_failing ?? [])
    if (times >= FAILURES) yield { code: 'work_fails', subject: `${report.host}: ${name}`, value: times };
  const { connections_refused: refused = 0, pool_waiting: waited = 0 } = report;
  if (waited >= POOL_WAITING_S) yield { code: 'pool_exhausted', subject: report.host, value: waited };
  if (refused > 0) yield { code: 'connections_refused', subject: report.host, value: refused };
}

function* ofDisks(report: ProcessReport): Generator<Warning> {
  for (const { name, free, size, floor } of report.disks) {
    const value = Math.round(free / 1_000_000);
    const subject = `${report.host}: ${name}`;
    if (report.full && free < floor * 1.25) yield { code: 'disk_full', subject, value };
    else if (free < Math.max(floor * 2, size / 20)) yield { code: 'disk_low', subject, value };
  }
}

function* ofInstallation(facts: Facts): Generator<Warning> {
  const { now, lastReceived, backup, startedAt, archiveFailingSince, oldestMessage } = facts;
  if (lastReceived !== null && lastReceived > now + BACK_MS)
    yield { code: 'clock_back', subject: null, value: Math.round((lastReceived - now) / 1000) };
  if (archiveFailingSince !== null && now - archiveFailingSince > ARCHIVE_FAILS_MS)
    yield {
      code: 'archive_fails',
      subject: null,
      value: Math.floor((now - archiveFailingSince) / HOUR),
    };
  if (backup === null && startedAt !== null && now - startedAt > NEVER_BACKED_UP_MS)
    yield { code: 'backup_never', subject: null, value: Math.floor((now - startedAt) / HOUR) };
  if (backup !== null && now > backup.due)
    yield { code: 'backup_late', subject: null, value: Math.floor((now - backup.last) / HOUR) };
  yield* ofRehearsal(facts);
  yield* ofWork(facts);
  if (facts.weatherWrong > 0) yield { code: 'weather_wrong', subject: null, value: facts.weatherWrong };
  if (oldestMessage !== null && now - oldestMessage > MESSAGE_WAITS_MS)
    yield { code: 'outbox_waits', subject: null, value: Math.floor((now - oldestMessage) / HOUR) };
}

/** A backup that was never restored may be unusable. */
function* ofRehearsal({ now, backup, rehearsal, startedAt }: Facts): Generator<Warning> {
  if (rehearsal !== null && (rehearsal.outcome === 'failed' || rehearsal.outcome === 'differs')) {
    const value = Math.floor((now - Date.parse(rehearsal.at)) / HOUR);
    yield { code: 'rehearsal_failed', subject: rehearsal.name, value };
  }
  if (backup === null || startedAt === null) return;
  const since = rehearsal === null ? startedAt : Date.parse(rehearsal.at);
  if (now - since > REHEARSAL_LATE_MS)
    yield { code: 'rehearsal_late', subject: null, value: Math.floor((now - since) / HOUR) };
}

function* ofWork({ now, reports, oldestDue, audit, keysLeft, retired }: Facts): Generator<Warning> {
  if (audit !== null && audit.problems > 0)
    yield { code: 'audit_broken', subject: null, value: audit.problems };
  if (keysLeft > 0) yield { code: 'keys_left', subject: null, value: keysLeft };
  if (retired.length > 0)
    yield { code: 'retired_connects', subject: namesOf(retired), value: retired.length };
  if (oldestDue !== null && now - oldestDue > JUDGING_LATE_MS)
    yield { code: 'judging_late', subject: null, value: Math.round((now - oldestDue) / 1000) };
  const versions = [...new Set(reports.map(({ version }) => version))].sort();
  const youngest = Math.max(...reports.map(({ started_at }) => started_at));
  if (versions.length > 1 && now - youngest > SIDE_BY_SIDE_MS)
    yield { code: 'versions_differ', subject: versions.join(', '), value: versions.length };
}

/** The first of many names. */
function namesOf(all: readonly string[]): string {
  const shown = all.slice(0, 3);
  return [...shown, ...(all.length > shown.length ? ['…'] : [])].join(', ');
}
