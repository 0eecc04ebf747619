import { BOX_STATUSES } from '@aerowatch/contracts/api/aeros';
import type { MapColumns, PackedMap } from '@aerowatch/contracts/api/boxes';
import { packDigits, packRuns, packSteps, packTexts } from '@aerowatch/domain/packing';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import type { MapRows } from './store-map.ts';

const NO_TAGS: number[] = [];
const words = { levels: [...SAMI_LEVELS], statuses: [...BOX_STATUSES] };

/** The map's answer as JSON: one column per field. */
export function columnsText(rows: MapRows): string {
  const { lines, line } = numbered(rows.line);
  const columns: MapColumns = {
    count: rows.id.length,
    id: rows.id,
    serial_number: rows.serial,
    latitude: rows.latitude.map((metres) => metres / 1e5),
    longitude: rows.longitude.map((metres) => metres / 1e5),
    sami: rows.id.map((id) => rows.sami.get(id) ?? 0),
    status: rows.status,
    alerts: rows.id.map((id) => rows.alerts.get(id) ?? 0),
    client: rows.client,
    firmware: rows.firmware,
    tags: rows.id.map((id) => rows.tags.get(id) ?? NO_TAGS),
    pole: rows.pole,
    line,
    lines,
    ...words,
  };
  return JSON.stringify(columns);
}

/** The same in half the bytes (domain/packing). */
export function packedText(rows: MapRows): string {
  const { lines, line } = numbered(rows.line);
  const having = (of: ReadonlyMap<number, unknown>) =>
    of.size === 0 ? [] : rows.id.flatMap((id, row) => (of.has(id) ? [row] : []));
  const [alerting, tagged] = [having(rows.alerts), having(rows.tags)];
  const packed: PackedMap = {
    packed: 1,
    count: rows.id.length,
    id: packSteps(rows.id),
    latitude: packSteps(rows.latitude),
    longitude: packSteps(rows.longitude),
    sami: packDigits(rows.id.map((id) => rows.sami.get(id) ?? 0)),
    status: packDigits(rows.status),
    client: packRuns(rows.client) as PackedMap['client'],
    firmware: packRuns(rows.firmware) as PackedMap['firmware'],
    line: packRuns(line) as PackedMap['line'],
    serial_number: packTexts(rows.serial) as PackedMap['serial_number'],
    pole: packTexts(rows.pole) as PackedMap['pole'],
    alerts: { rows: packSteps(alerting), counts: alerting.map((row) => rows.alerts.get(rows.id[row]!) ?? 0) },
    tags: { rows: packSteps(tagged), ids: tagged.map((row) => rows.tags.get(rows.id[row]!) ?? NO_TAGS) },
    lines,
    ...words,
  };
  return JSON.stringify(packed);
}

/** The distinct lines in order, and each box's index into them. */
function numbered(names: readonly string[]): { lines: string[]; line: number[] } {
  const lines = [...new Set(names)].sort();
  const numbers = new Map(lines.map((name, index) => [name, index]));
  return { lines, line: names.map((name) => numbers.get(name) ?? 0) };
}
