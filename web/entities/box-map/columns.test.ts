import type { Box } from '@aerowatch/contracts/api/boxes';
import { describe, expect, test } from 'vitest';
import {
  type BoxColumns,
  type BoxMapFilter,
  byTrouble,
  pointsOf,
  rowsMatching,
  withChanges,
} from './columns.ts';

const LEVELS = ['satisfactory', 'meets_expectations', 'improvement_needed', 'unsatisfactory'];
const STATUSES = ['new', 'online', 'late', 'silent'];
const columns: BoxColumns = {
  count: 3,
  id: [11, 12, 13],
  serial_number: ['AW-11', 'AW-12', 'AW-13'],
  latitude: [48, 45, 43],
  longitude: [2, 5, -1],
  sami: [0, 3, 2],
  status: [1, 3, 1],
  alerts: [0, 2, 1],
  client: [1, 1, 2],
  firmware: [0, 7, 7],
  tags: [[], [5], [5, 6]],
  pole: ['1/01', '80/07', '2/02'],
  line: [0, 1, 1],
  lines: ['Paris–Lyon', 'Orléans–Tours'],
  levels: LEVELS,
  statuses: STATUSES,
};
const none: BoxMapFilter = {
  client: [],
  tag: [],
  firmware: [],
  sami: [],
  status: [],
  alert: null,
  text: '',
};
const ids = (filter: Partial<BoxMapFilter>) =>
  rowsMatching(columns, { ...none, ...filter }).map((row) => columns.id[row]);

test('the list puts trouble first, and keeps the order of what is alike', () => {
  const more: BoxColumns = {
    ...columns,
    count: 5,
    id: [11, 12, 13, 14, 15],
    sami: [0, 0, 2, 3, 0],
    status: [1, 3, 1, 1, 1],
    alerts: [0, 0, 1, 0, 0],
  };
  const order = (rows: number[]) => byTrouble(more, rows).map((row) => more.id[row]);
  expect(order([0, 1, 2, 3, 4])).toEqual([13, 14, 12, 11, 15]);
  expect(order([4, 0])).toEqual([15, 11]);
  expect(order([])).toEqual([]);
});

describe('filter', () => {
  test.each<[string, Partial<BoxMapFilter>, number[]]>([
    ['nothing asked', {}, [11, 12, 13]],
    ['client', { client: [2] }, [13]],
    ['any of several tags', { tag: [5, 9] }, [12, 13]],
    ['firmware', { firmware: [7] }, [12, 13]],
    ['sami by word', { sami: ['unsatisfactory', 'improvement_needed'] }, [12, 13]],
    ['status by word', { status: ['silent'] }, [12]],
    ['alerting', { alert: true }, [12, 13]],
    ['calm', { alert: false }, [11]],
    ['serial in any case', { text: 'aw-12' }, [12]],
    ['pole', { text: '80/07' }, [12]],
    ['line without accents, every word', { text: 'orleans aw-13' }, [13]],
    ['all at once', { tag: [5], alert: true, text: 'tours', client: [1] }, [12]],
    ['an unknown word of a level matches nothing', { sami: ['x'] }, []],
  ])('%s', (_name, filter, expected) => expect(ids(filter)).toEqual(expected));

  test('10,000 boxes in under 100 ms, the texts included', () => {
    const many = 10_000;
    const fill = <T>(value: (row: number) => T) => Array.from({ length: many }, (_, row) => value(row));
    const big: BoxColumns = {
      ...columns,
      count: many,
      id: fill((row) => row + 1),
      serial_number: fill((row) => `AW-${row}`),
      latitude: fill(() => 45),
      longitude: fill(() => 3),
      sami: fill((row) => row % 4),
      status: fill((row) => row % 4),
      alerts: fill((row) => row % 2),
      client: fill((row) => row % 3),
      firmware: fill(() => 1),
      tags: fill((row) => [row % 10]),
      pole: fill((row) => `${row}/01`),
      line: fill((row) => row % 2),
    };
    // Processor time, and the best of several runs: other load on the machine does not count.
    let best = Number.POSITIVE_INFINITY;
    let points = pointsOf(big, []);
    for (let turn = 0; turn < 4; turn++) {
      const before = process.threadCpuUsage();
      points = pointsOf(big, rowsMatching(big, { ...none, text: 'aw-99 orleans', tag: [9], alert: true }));
      best = Math.min(best, process.threadCpuUsage(before).user / 1000);
    }
    expect(best).toBeLessThan(100);
    expect(points.id.length).toBeGreaterThan(10);
    expect(points.id.every((id) => String(id - 1).startsWith('99'))).toBe(true);
  });
});

describe('changes', () => {
  const box = (change: Partial<Box>): Box =>
    ({
      id: 12,
      serial_number: 'AW-12',
      latitude: 45,
      longitude: 5,
      client: 1,
      firmware: null,
      tags: [],
      line: 'Paris–Lyon',
      pole: '9/09',
      sami: 'satisfactory',
      status: 'online',
      open_alerts: 0,
      ...change,
    }) as Box;

  test('a changed box keeps its row; the columns before stay as they were', () => {
    const next = withChanges(columns, new Map([[12, box({ line: 'Nouvelle' })]]));
    expect(next.id).toEqual([11, 12, 13]);
    expect([next.sami[1], next.status[1], next.pole[1], next.firmware[1]]).toEqual([0, 1, '9/09', 0]);
    expect(next.lines[next.line[1]!]).toBe('Nouvelle');
    expect(columns.pole[1]).toBe('80/07');
    expect(columns.lines).toHaveLength(2);
  });
  test('a new box is added, one without a place and a deleted one go', () => {
    const next = withChanges(
      columns,
      new Map<number, Box | null>([
        [20, box({ id: 20, serial_number: 'AW-20' })],
        [11, null],
        [13, box({ id: 13, latitude: null })],
      ]),
    );
    expect(next.id).toEqual([12, 20]);
    expect(next.tags).toHaveLength(2);
    expect(next.count).toBe(2);
  });
  test('points of all rows are the columns themselves, and stay so where nothing moved', () => {
    const all = rowsMatching(columns, none);
    const alerting = { ...columns, alerts: columns.alerts.map((count) => count + 1) };
    expect(pointsOf(alerting, all)).toEqual({
      id: columns.id,
      longitude: columns.longitude,
      latitude: columns.latitude,
      kind: columns.sami,
      alerts: alerting.alerts,
    });
    expect(pointsOf(alerting, all).longitude).toBe(pointsOf(columns, all).longitude);
  });
  test('points are the rows asked for', () => {
    expect(pointsOf(columns, [2, 0])).toEqual({
      id: [13, 11],
      longitude: [-1, 2],
      latitude: [43, 48],
      kind: [2, 0],
      alerts: [1, 0],
    });
  });
});
