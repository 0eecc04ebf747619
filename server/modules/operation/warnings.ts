import type { WarningCode } from '@aerowatch/contracts/api/operation';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { ProcessReport } from './process-report.ts';

export interface Warning {
  readonly code: WarningCode;
  readonly subject: string | null;
  readonly value: number | null;
}

/** The facts that warnings are derived from. Times in ms since 1970. */
export interface Facts {
  readonly now: number;
  readonly reports: readonly ProcessReport[];
  /** When the newest measure was received, by the clock of that time. */
  readonly lastReceived: number | null;
  /** The last complete backup; null when there was none. */
  readonly lastBackup: number | null;
  /** The oldest message that should have been sent by now. */
  readonly oldestMessage: number | null;
}

/** With fewer boxes, one with a bad clock would distort the median. */
const MIN_BOXES = 3;
/** Boxes' clocks drift by seconds a day and are corrected when they connect. */
const BOXES_AHEAD_S = 120;
const DATABASE_OFF_S = 5;
const BACK_MS = 5 * 60_000;
const BACKUP_LATE_MS = 26 * HOUR;
const CERTIFICATE_DAYS = 14;
const MESSAGE_WAITS_MS = HOUR;

/** The current warnings, the most severe first, each once however many processes report it. */
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
  for (const { name, free, size, floor } of report.disks) {
    const value = Math.round(free / 1_000_000);
    const subject = `${report.host}: ${name}`;
    if (report.full && free < floor * 1.25) yield { code: 'disk_full', subject, value };
    else if (free < Math.max(floor * 2, size / 20)) yield { code: 'disk_low', subject, value };
  }
  const { boxes_ahead: boxes, boxes_heard, database_ahead: database } = report;
  if (boxes !== null && boxes_heard >= MIN_BOXES && boxes > BOXES_AHEAD_S)
    yield { code: 'clock_boxes', subject: report.host, value: Math.round(boxes) };
  if (database !== null && Math.abs(database) > DATABASE_OFF_S)
    yield { code: 'clock_database', subject: report.host, value: Math.round(database) };
  if (report.certificate_expires_at !== null) {
    const days = Math.floor((report.certificate_expires_at - now) / DAY);
    if (days < CERTIFICATE_DAYS) yield { code: 'certificate', subject: report.host, value: days };
  }
}

function* ofInstallation({ now, lastReceived, lastBackup, oldestMessage }: Facts): Generator<Warning> {
  if (lastReceived !== null && lastReceived > now + BACK_MS)
    yield { code: 'clock_back', subject: null, value: Math.round((lastReceived - now) / 1000) };
  // An installation that never made a backup here has another method, and gets no warning.
  if (lastBackup !== null && now - lastBackup > BACKUP_LATE_MS)
    yield { code: 'backup_late', subject: null, value: Math.floor((now - lastBackup) / HOUR) };
  if (oldestMessage !== null && now - oldestMessage > MESSAGE_WAITS_MS)
    yield { code: 'outbox_waits', subject: null, value: Math.floor((now - oldestMessage) / HOUR) };
}
