import type { PackedMap } from '@aerowatch/contracts/api/boxes';
import { packDigits, packRuns, packSteps, packTexts } from '@aerowatch/domain/packing';
import { expect, test } from 'vitest';
import { columnsAtOnce, columnsInSteps } from './unpack.ts';

const columnsOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, row) => row);
  return {
    count,
    id: rows.map((row) => row * 3 + 1),
    serial_number: rows.map((row) => `AW-${row}`),
    latitude: rows.map((row) => 45 + (row % 100) / 1e5),
    longitude: rows.map((row) => -2 - (row % 77) / 1e5),
    sami: rows.map((row) => row % 4),
    status: rows.map((row) => row % 3),
    alerts: rows.map((row) => (row % 50 === 7 ? 2 : 0)),
    client: rows.map(() => 1),
    firmware: rows.map((row) => row % 2),
    tags: rows.map((row) => (row % 1000 === 3 ? [5, 6] : [])),
    pole: rows.map((row) => `${row}/01`),
    line: rows.map(() => 0),
    lines: ['Paris–Lyon'],
    levels: ['satisfactory', 'meets_expectations', 'improvement_needed', 'unsatisfactory'],
    statuses: ['new', 'online', 'late', 'silent'],
  };
};
type Columns = ReturnType<typeof columnsOf>;
function packed(columns: Columns): PackedMap {
  const metres = (degrees: number[]) => packSteps(degrees.map((degree) => Math.round(degree * 1e5)));
  const rowsWith = (has: (row: number) => boolean) => columns.id.map((_, row) => row).filter(has);
  const alerting = rowsWith((row) => columns.alerts[row]! > 0);
  const tagged = rowsWith((row) => columns.tags[row]!.length > 0);
  return {
    ...columns,
    packed: 1,
    id: packSteps(columns.id),
    serial_number: packTexts(columns.serial_number),
    latitude: metres(columns.latitude),
    longitude: metres(columns.longitude),
    sami: packDigits(columns.sami),
    status: packDigits(columns.status),
    alerts: { rows: packSteps(alerting), counts: alerting.map((row) => columns.alerts[row]!) },
    client: packRuns(columns.client),
    firmware: packRuns(columns.firmware),
    tags: { rows: packSteps(tagged), ids: tagged.map((row) => columns.tags[row]!) },
    pole: packTexts(columns.pole),
    line: packRuns(columns.line),
  } as unknown as PackedMap;
}

test('a fleet is unpacked at once', () => {
  const columns = columnsOf(2000);
  expect(columnsAtOnce(packed(columns))).toEqual(columns);
});
test('very many boxes are unpacked in steps, between which the page answers, and are kept', async () => {
  const columns = columnsOf(20_001);
  const answer = packed(columns);
  expect(columnsAtOnce(answer)).toBeUndefined();
  let answered = 0;
  const page = setInterval(() => {
    answered += 1;
  });
  const made = await columnsInSteps(answer);
  clearInterval(page);
  expect(made).toEqual(columns);
  expect(answered).toBeGreaterThan(1);
  expect(columnsAtOnce(answer)).toBe(made);
});
test('plain columns are what they are', async () => {
  const columns = columnsOf(3) as never;
  expect(columnsAtOnce(columns)).toBe(columns);
  expect(await columnsInSteps(columns)).toBe(columns);
});
