import type { alertsExport } from '@aerowatch/contracts/api/alerts';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { comparedQuantity, normalizeCondition } from '@aerowatch/domain/alerting/condition';
import { LANGUAGES } from '@aerowatch/domain/languages';
import { isTimeZone, zoneOffset } from '@aerowatch/domain/series/time-zone';
import { formatKilometerPoint, shown, unitOf } from '@aerowatch/domain/units';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { stringify } from 'csv-stringify/sync';
import { offsetText } from '../../measures/export/local-time.ts';
import { type Reader, ruleText, textsFor } from '../../notify/messages/wording.ts';
import type { Db } from '../../platform/database/db.ts';
import { BadRequest, PayloadTooLarge } from '../../platform/errors.ts';
import type { Language, Viewer } from '../../platform/viewer.ts';
import { type Cell, workbook } from '../../platform/xlsx.ts';
import { type AeroPlace, placesOf } from '../store-places.ts';
import { type AlertRow, countAlerts, listAlerts } from './store.ts';

const MAX_ROWS = 100_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The alerts of a list as a file, in the reader's language, units and time zone. */
export async function exportAlerts(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof alertsExport>,
  language: Language,
): Promise<{ data: Buffer; type: string; name: string }> {
  const reader = readerOf(viewer, query, language);
  if ((await countAlerts(db, viewer, query.state, query)) > MAX_ROWS)
    throw new PayloadTooLarge('alerts_too_many');
  const alerts = await listAlerts(db, viewer, query.state, query, { limit: MAX_ROWS });
  const places = await placesOf(db, [...new Set(alerts.map((alert) => alert.aero_id))]);
  const { list } = textsFor(reader.language);
  const rowsOf = (time: Stamp) =>
    alerts.map((alert) => cells(alert, places.get(alert.aero_id), reader, time));
  if (query.format === 'xlsx') {
    const header = COLUMNS.map((key) => (isTime(key) ? `${list[key]} (${reader.timeZone})` : list[key]));
    const data = workbook(list.sheet, header, rowsOf(wallClock));
    return { data, type: XLSX_TYPE, name: `${list.file}.xlsx` };
  }
  const { separator, decimal } = LANGUAGES[reader.language];
  const header = COLUMNS.map((key) => list[key]);
  const rows = rowsOf(stamped).map((row) => row.map((cell) => csvCell(cell, decimal)));
  const text = stringify([header, ...rows], {
    record_delimiter: 'windows',
    delimiter: separator,
    bom: true,
  });
  return { data: Buffer.from(text), type: 'text/csv; charset=utf-8', name: `${list.file}.csv` };
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
] as const;

const TIMES: ReadonlySet<string> = new Set(['opened_at', 'last_at', 'cleared_at', 'seen_at']);
const isTime = (column: string) => TIMES.has(column);

function cells(alert: AlertRow, place: AeroPlace | undefined, reader: Reader, stamp: Stamp): Cell[] {
  const { list } = textsFor(reader.language);
  const key = comparedQuantity(alert.condition);
  const time = (at: Date | null) => (at === null ? null : stamp(at, reader.timeZone));
  const value: Record<(typeof COLUMNS)[number], Cell> = {
    opened_at: time(alert.opened_at),
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
    last_at: time(alert.last_at),
    occurrences: alert.occurrences,
    cleared_at: time(alert.cleared_at),
    late: alert.late ? list.yes : list.no,
    seen_at: time(alert.seen_at),
    seen_by: alert.seen_by_name,
    comment: alert.comment,
  };
  return COLUMNS.map((column) => value[column]);
}

type Stamp = (at: Date, timeZone: string) => Cell;

/** The time as clocks show it in a zone, carried in the fields of UTC: cells hold no zone, their column names it. */
const wallClock = (at: Date, timeZone: string): Date => {
  const second = Math.floor(at.getTime() / 1000) * 1000;
  return new Date(second + zoneOffset(second, timeZone));
};

/** The same with its offset, `2026-11-23T00:42:42+01:00`: in the hour that comes twice, too, it is one moment. */
const stamped: Stamp = (at, timeZone) =>
  `${wallClock(at, timeZone).toISOString().slice(0, 19)}${offsetText(zoneOffset(at.getTime(), timeZone))}`;

/** Text that a spreadsheet would take for a formula is disarmed; numbers stay numbers. */
function csvCell(cell: Cell, decimal: string): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  // A kilometre point before the origin is a number to its reader.
  return /^[=+\-@\t\r]/.test(cell) && !/^-\d+\+\d{3}$/.test(cell) ? `'${cell}` : cell;
}
