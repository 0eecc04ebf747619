import { expect, it } from 'vitest';
import { type AeroOnTrack, sectionsOf, wireDirections } from './sections.ts';

const aero = (
  id: number,
  km: number | null,
  length: number | null,
  changes: Partial<AeroOnTrack> = {},
): AeroOnTrack => ({
  id,
  line: '830000',
  track: 'V1',
  kilometer_point: km,
  conductor: 'wire',
  length,
  ...changes,
});

it('joins the ends of one wire, and knows which way each runs', () => {
  // 1,200 m between devices that hold 640 and 660 m; the next section begins where this one ends.
  const sections = sectionsOf([
    aero(2, 101.2, 660),
    aero(1, 100, 640),
    aero(3, 101.22, 430),
    aero(4, 102.1, 420),
  ]);
  expect(sections.toSorted((a, b) => a[0] - b[0])).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect([...wireDirections(sections)].sort(([a], [b]) => a - b)).toEqual([
    [1, 1],
    [2, -1],
    [3, 1],
    [4, -1],
  ]);
});
it('joins nothing across tracks, lines or conductors, nor without a place or a length', () => {
  const one = aero(1, 100, 640);
  for (const other of [
    aero(2, 101.2, 660, { track: 'V2' }),
    aero(2, 101.2, 660, { line: '272000' }),
    aero(2, 101.2, 660, { conductor: 'messenger' }),
    aero(2, null, 660),
    aero(2, 101.2, null),
    aero(2, 101.2, 200),
    aero(2, 103, 2400),
  ])
    expect(sectionsOf([one, other])).toEqual([]);
});
it('gives an end to the partner that fits clearly better, and to neither of two that fit alike', () => {
  expect(sectionsOf([aero(1, 100, 600), aero(2, 101.2, 600), aero(3, 101.05, 600)])).toEqual([[1, 2]]);
  expect(sectionsOf([aero(1, 100, 600), aero(2, 101.2, 600), aero(3, 101.22, 600)])).toEqual([]);
});
