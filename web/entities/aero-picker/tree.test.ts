import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { describe, expect, it } from 'vitest';
import { aeroTree, visibleNodes } from './tree.ts';

const box = (id: number, over: Partial<Box> = {}) =>
  ({
    id,
    serial_number: `AW-${id}`,
    name: '',
    client: 1,
    line: 'PLM',
    pole: `${id}/07`,
    kilometer_point: 100 - id,
    ...over,
  }) as Box;
const aero = (id: number, of: number, position = 1) =>
  ({ id, box: of, position, line: '', serial_number: '', track_number: 'V1' }) as Aero;
const build = (search = '', over: object = {}) =>
  aeroTree({
    aeros: [aero(11, 1), aero(12, 1, 2), aero(21, 2)],
    boxes: { 1: box(1), 2: box(2, { line: 'Méditerranée' }) },
    clients: {},
    search,
    otherLine: 'other',
    aeroLabel: (position) => `AERO ${position}`,
    compare: (a, b) => a.localeCompare(b),
    kilometerPoint: (km) => String(km),
    ...over,
  });

describe('the tree of AEROs', () => {
  it('has lines, boxes and AEROs, and no client level for one client', () => {
    expect(visibleNodes(build(), () => true).map((node) => `${node.depth}${node.kind}`)).toEqual([
      '0line',
      '1box',
      '2aero',
      '0line',
      '1box',
      '2aero',
      '2aero',
    ]);
  });
  it('finds without accents, over all that names a place', () => {
    expect(build('mediterranee').flatMap((node) => node.aeros)).toEqual([21]);
    expect(build('plm 1/07').flatMap((node) => node.aeros)).toEqual([11, 12]);
  });
  it('keeps what a filter leaves, within its boxes and lines', () => {
    const left = build('', { keep: (one: Aero, of: Box) => one.position === 2 && of.line === 'PLM' });
    expect(left.flatMap((node) => node.aeros)).toEqual([12]);
  });
  it('keeps to one client where it must', () => {
    expect(build('', { client: 2 })).toEqual([]);
  });
});
