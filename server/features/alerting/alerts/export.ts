import { Readable } from 'node:stream';
import type { alertsExport } from '@aerowatch/contracts/api/alerts';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { comparedQuantity, normalizeCondition } from '@aerowatch/domain/alerting/condition';
import { FINDING_KEYS, type FindingKey } from '@aerowatch/domain/faults/list';
import { FILE_FORMATS } from '@aerowatch/domain/file-formats';
import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { formatKilometerPoint, shown, unitOf } from '@aerowatch/domain/units';
import { SERVED } from '@aerowatch/i18n/languages';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import type { Db } from '../../../platform/database/db.ts';
import { BadRequest, PayloadTooLarge } from '../../../platform/errors.ts';
import { breather } from '../../../platform/load/turns.ts';
import type { Cell } from '../../../platform/tables/table.ts';
import { writeTable } from '../../../platform/tables/writers.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { dateTime, type Reader, ruleText, textsFor } from '../../notifications/messages/wording.ts';
import { type AeroPlace, placesOf } from '../store-places.ts';
import { orderOf } from './present.ts';
import { type AlertRow, alertsByIds, countAlerts, listAlertIds } from './store.ts';

const MAX_ROWS = 100_000;
/**
 * Rows read and written before other requests get a turn: each contains sentences in the reader's language.
 */
const READ = 500;
const WRITTEN = 25;

/** The alerts of a list as a file, in the reader's language, units and time zone. */
export async function exportAlerts(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof alertsExport>,
  language: Language,
): Promise<{ data: Readable; type: string; name: string }> {
  const reader = readerOf(viewer, query, language);
  if ((await countAlerts(db, viewer, query.state, query)) > MAX_ROWS)
    throw new PayloadTooLarge('alerts_too_many');
  const ids = await listAlertIds(db, viewer, query.state, query, MAX_ROWS);
  const { list } = textsFor(reader.language);
  const { type, offsets } = FILE_FORMATS[query.format];
  async function* pieces() {
    const breathe = breather();
    for (let start = 0; start < ids.length; start += READ) {
      const alerts = await readInOrder(db, viewer, ids.slice(start, start + READ));
      const places = await placesOf(db, [...new Set(alerts.map((alert) => alert.aero_id))]);
      for (let from = 0; from < alerts.length; from += WRITTEN) {
        await breathe();
        yield alerts
          .slice(from, from + WRITTEN)
          .map((alert) => cells(alert, places.get(alert.aero_id), reader));
      }
    }
  }
  const table = {
    name: list.sheet,
    header: COLUMNS.map((key) => (isTime(key) && !offsets ? `${list[key]} (${reader.timeZone})` : list[key])),
    pieces: pieces(),
    language: reader.language,
    zone: reader.timeZone,
  };
  const data = Readable.from(writeTable(query.format, table), { objectMode: false });
  return { data, type, name: `${list.file}.${query.format}` };
}

async function readInOrder(db: Db, viewer: Viewer, ids: readonly number[]): Promise<AlertRow[]> {
  const byId = new Map((await alertsByIds(db, viewer, ids)).map((alert) => [alert.id, alert]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function readerOf(viewer: Viewer, query: QueryOf<typeof alertsExport>, language: Language): Reader {
  const own = viewer.kind === 'user' ? viewer : undefined;
  const timeZone = query.time_zone ?? own?.timeZone ?? 'UTC';
  if (!isTimeZone(timeZone)) throw new BadRequest({ time_zone: ['time_zone'] });
  return {
    language: query.language ?? language,
    unitSystem: query.unit_system ?? own?.unitSystem ?? 'metric',
    timeZone,
  };
}

const COLUMNS = [
  'opened_at',
  'client',
  'line',
  'track',
  'kilometer_point',
  'pole',
  'box',
  'aero',
  'supervisor',
  'condition',
  'value',
  'last_value',
  'unit',
  'last_at',
  'occurrences',
  'cleared_at',
  'late',
  'seen_at',
  'seen_by',
  'comment',
  // New columns are added at the end, because programs read the earlier ones by position.
  'severity',
  'assignee',
  'fault',
  'mechanism',
  'cause',
  'silence',
  'silenced_until',
  'work_order',
  'comments',
] as const;

const TIMES: ReadonlySet<string> = new Set([
  'opened_at',
  'last_at',
  'cleared_at',
  'seen_at',
  'silenced_until',
]);
const isTime = (column: string) => TIMES.has(column);

function cells(alert: AlertRow, place: AeroPlace | undefined, reader: Reader): Cell[] {
  const { list } = textsFor(reader.language);
  const key = comparedQuantity(alert.condition);
  const value: Record<(typeof COLUMNS)[number], Cell> = {
    opened_at: second(alert.opened_at),
    client: place?.client ?? null,
    line: place?.line ?? null,
    track: place?.track ?? null,
    kilometer_point:
      place?.kilometerPoint === null || place === undefined
        ? null
        : formatKilometerPoint(place.kilometerPoint),
    pole: place?.pole ?? null,
    box: place?.box ?? null,
    aero: place?.position ?? null,
    supervisor: supervisorName(alert.supervisor_name, reader.language),
    condition: ruleText(normalizeCondition(alert.condition), reader),
    value: shown(key, reader.unitSystem, alert.value),
    last_value: shown(key, reader.unitSystem, alert.last_value),
    unit: unitOf(key, reader.unitSystem),
    last_at: second(alert.last_at),
    occurrences: alert.occurrences,
    cleared_at: second(alert.cleared_at),
    late: alert.late ? list.yes : list.no,
    seen_at: second(alert.seen_at),
    seen_by: alert.seen_by_name,
    comment: alert.comment,
    ...workOf(alert, reader),
  };
  return COLUMNS.map((column) => value[column]);
}

/** Assignee, cause and comments of an alert. */
function workOf(alert: AlertRow, reader: Reader) {
  const { diagnostics, work } = SERVED[reader.language];
  const { list } = textsFor(reader.language);
  // Findings without a fault of their own, ratios and trends, have only a name.
  const faults: Readonly<Partial<Record<FindingKey, string>>> = diagnostics.fault;
  const fault = FINDING_KEYS.find((key) => key === alert.finding?.key);
  return {
    severity: work.severity[alert.severity],
    assignee: alert.assignee_name,
    fault: fault === undefined ? null : (faults[fault] ?? diagnostics.name[fault]),
    mechanism: alert.mechanism === null ? null : work.mechanism[alert.mechanism],
    cause: alert.cause === null ? null : work.cause[alert.cause],
    silence: alert.silenced ? alert.silence_reason || list.yes : null,
    silenced_until: alert.silenced ? second(alert.silenced_until) : null,
    work_order: orderOf(alert),
    comments: alert.comments
      .map(({ at, user_name, text }) => `${dateTime(new Date(at), reader)} ${user_name}: ${text}`)
      .join('\n'),
  };
}

/** Alerts are dated in whole seconds. */
const second = (at: Date | null): Date | null =>
  at === null ? null : new Date(Math.floor(at.getTime() / 1000) * 1000);
