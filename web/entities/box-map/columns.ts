import type { Box, MapColumns } from '@aerowatch/contracts/api/boxes';
import type { MapPoints } from '../../map/points/map-points.ts';
import { fold } from '../../table/rows.ts';

/** Every box with a place, as columns: `sami`, `status` and `line` index `levels`, `statuses` and `lines`. */
export type BoxColumns = MapColumns;

export interface BoxMapFilter {
  client: readonly number[];
  tag: readonly number[];
  firmware: readonly number[];
  sami: readonly string[];
  status: readonly string[];
  /** With or without open alerts; null: both. */
  alert: boolean | null;
  text: string;
}

const searched = new WeakMap<BoxColumns, string[]>();
/** Serial, pole and line of each row without case and accents; computed once for a set of columns. */
function textsOf(columns: BoxColumns): string[] {
  const known = searched.get(columns);
  if (known !== undefined) return known;
  const lines = columns.lines.map(fold);
  const texts = columns.id.map(
    (_, row) =>
      `${fold(`${columns.serial_number[row]}\n${columns.pole[row]}`)}\n${lines[columns.line[row]!] ?? ''}`,
  );
  searched.set(columns, texts);
  return texts;
}

type Test = (row: number) => boolean;
const oneOf = (column: readonly number[], wanted: readonly number[]): Test[] => {
  const values = new Set(wanted);
  return wanted.length === 0 ? [] : [(row) => values.has(column[row]!)];
};

/** The tests that a row must pass; an unset filter adds none. */
function testsOf(columns: BoxColumns, filter: BoxMapFilter): Test[] {
  const words = fold(filter.text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const texts = words.length === 0 ? [] : textsOf(columns);
  const indexes = (names: readonly string[], all: readonly string[]) =>
    names.map((name) => all.indexOf(name));
  const { alert } = filter;
  const tags = new Set(filter.tag);
  const withAlert: Test = (row) => columns.alerts[row]! > 0 === alert;
  const withTag: Test = (row) => columns.tags[row]!.some((id) => tags.has(id));
  const withWords: Test = (row) => words.every((word) => texts[row]!.includes(word));
  return [
    ...oneOf(columns.sami, indexes(filter.sami, columns.levels)),
    ...oneOf(columns.status, indexes(filter.status, columns.statuses)),
    ...oneOf(columns.client, filter.client),
    ...oneOf(columns.firmware, filter.firmware),
    ...(alert === null ? [] : [withAlert]),
    ...(tags.size === 0 ? [] : [withTag]),
    ...(words.length === 0 ? [] : [withWords]),
  ];
}

/** Rows that pass a filter, in the columns' order. */
export function rowsMatching(columns: BoxColumns, filter: BoxMapFilter): number[] {
  const tests = testsOf(columns, filter);
  const rows: number[] = [];
  for (let row = 0; row < columns.id.length; row++) if (tests.every((test) => test(row))) rows.push(row);
  return rows;
}

/** Severity of a row by alerts, SAMI and silence; higher is worse. */
function troubleOf(columns: BoxColumns, row: number): number {
  const alerts = columns.alerts[row]!;
  const status = columns.statuses[columns.status[row]!];
  const waits = status === 'silent' ? 3 : status === 'late' ? 1 : 0;
  return 10 * (2 * columns.sami[row]! + (alerts > 0 ? 3 : 0) + waits) + Math.min(9, alerts);
}

/** The rows, worst first; equal ones keep their order. Linear in the number of rows. */
export function byTrouble(columns: BoxColumns, rows: readonly number[]): number[] {
  const alike: number[][] = [];
  for (const row of rows) {
    const trouble = troubleOf(columns, row);
    const others = alike[trouble];
    if (others === undefined) alike[trouble] = [row];
    else others.push(row);
  }
  // `flat` skips holes.
  return alike.reverse().flat();
}

/**
 * Rows as the map draws them; for all rows the columns themselves are returned, whose positions the map
 * recognizes.
 */
export function pointsOf(columns: BoxColumns, rows: readonly number[]): MapPoints {
  const { id, longitude, latitude, sami, alerts } = columns;
  if (rows.length === id.length) return { id, longitude, latitude, kind: sami, alerts };
  const pick = (column: readonly number[]) => rows.map((row) => column[row]!);
  return {
    id: pick(id),
    longitude: pick(longitude),
    latitude: pick(latitude),
    kind: pick(sami),
    alerts: pick(alerts),
  };
}

type Mutable = { [K in keyof BoxColumns]: BoxColumns[K] extends readonly (infer T)[] ? T[] : BoxColumns[K] };

/** The columns after changes of boxes; null stands for a deleted one. Boxes without a place are left out. */
export function withChanges(columns: BoxColumns, changes: ReadonlyMap<number, Box | null>): BoxColumns {
  const rowOf = new Map(columns.id.map((id, row) => [id, row]));
  const next = Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, Array.isArray(column) ? [...column] : column]),
  ) as unknown as Mutable;
  const gone = new Set<number>();
  for (const [id, box] of changes) {
    const row = rowOf.get(id);
    if (box === null || box.latitude === null || box.longitude === null) {
      if (row !== undefined) gone.add(row);
    } else writeRow(next, row ?? next.id.length, box, box.latitude, box.longitude);
  }
  if (gone.size > 0) removeRows(next, gone);
  next.count = next.id.length;
  return next;
}

function removeRows(columns: Mutable, gone: ReadonlySet<number>): void {
  for (const [key, column] of Object.entries(columns))
    if (Array.isArray(column) && !['lines', 'levels', 'statuses'].includes(key))
      Object.assign(columns, { [key]: column.filter((_, row) => !gone.has(row)) });
}

function writeRow(columns: Mutable, row: number, box: Box, latitude: number, longitude: number): void {
  let line = columns.lines.indexOf(box.line);
  if (line < 0) line = columns.lines.push(box.line) - 1;
  columns.id[row] = box.id;
  columns.serial_number[row] = box.serial_number;
  columns.latitude[row] = latitude;
  columns.longitude[row] = longitude;
  columns.sami[row] = columns.levels.indexOf(box.sami);
  columns.status[row] = columns.statuses.indexOf(box.status);
  columns.alerts[row] = box.open_alerts;
  columns.client[row] = box.client ?? 0;
  columns.firmware[row] = box.firmware ?? 0;
  columns.tags[row] = box.tags;
  columns.pole[row] = box.pole;
  columns.line[row] = line;
}
