import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { describe, expect, it } from 'vitest';
import { AXIS, rowsOf, sheetsOf } from './draw-line.ts';
import { moved, showing, ticksOf, within, zoomed } from './km-view.ts';
import { placesIn, SLOT, shownOf, slotsOf } from './slots.ts';
import { layoutOf as layoutWith, troubleOf } from './track-layout.ts';
import { placeOf, walked } from './walk.ts';

const aero = (id: number, kilometer_point: number | null, changes: Partial<AeroOnLine> = {}): AeroOnLine => ({
  id,
  box: id,
  client: 1,
  position: 1,
  serial_number: `AW-${id}`,
  line: '830000 PLM',
  track: 'V1',
  pole: '',
  kilometer_point,
  conductor: 'wire',
  length: null,
  model_type: 1,
  stroke_min_offset: 20,
  stroke_max_offset: 20,
  stroke: 200,
  temperature: 10,
  measured_at: null,
  sami: 'satisfactory',
  status: 'online',
  alerts: 0,
  verdict: 'good',
  fault: null,
  model: null,
  unavailable: null,
  chance: null,
  chance_day: null,
  chance_side: null,
  ...changes,
});

const layoutOf = (aeros: readonly AeroOnLine[]) => layoutWith(aeros, () => 'calm');

it('a chance counts as trouble from the threshold of its client on, and only once it is proven', () => {
  const looks = ['calm', 'unproven', 'risk', 'likely'] as const;
  const at = aero(1, 10, { chance: 0.9 });
  expect(looks.map((look) => troubleOf(at, look))).toEqual([0, 0, 14, 14]);
});

describe('lanes', () => {
  it('are a track of a line each; what has no kilometre point is counted', () => {
    const layout = layoutOf([
      aero(1, 10),
      aero(2, 20),
      aero(3, 12, { track: 'V2' }),
      aero(4, 3, { line: '272000' }),
      aero(5, null),
    ]);
    expect(layout.lanes.map(({ line, track, items }) => [line, track, items.length])).toEqual([
      ['830000 PLM', 'V1', 2],
      ['830000 PLM', 'V2', 1],
      ['272000', 'V1', 1],
    ]);
    expect(layout.placeless).toBe(1);
    expect(layout.from).toBeCloseTo(3 - 0.51);
    expect(layout.to).toBeCloseTo(20 + 0.51);
  });
  it('know the wires between two ends, and their directions', () => {
    const layout = layoutOf([aero(1, 10, { length: 600 }), aero(2, 11.2, { length: 600 }), aero(3, 40)]);
    expect(layout.wires[0]!.map(([from, to]) => [from.aero.id, to.aero.id])).toEqual([[1, 2]]);
    expect(layout.lanes[0]!.items.map(({ direction }) => direction)).toEqual([1, -1, null]);
  });
});

describe('what is in sight', () => {
  const whole = { from: 0, to: 100 };
  it('never leaves the line, nor comes nearer than a pole', () => {
    expect(within({ from: -20, to: 20 }, whole)).toEqual({ from: 0, to: 40 });
    expect(within({ from: 90, to: 300 }, whole)).toEqual(whole);
    const near = zoomed({ from: 40, to: 60 }, whole, 1e6, 50);
    expect(near.to - near.from).toBeCloseTo(0.12);
    expect((near.from + near.to) / 2).toBeCloseTo(50);
  });
  it('holds the kilometre point under the pointer', () => {
    const view = zoomed({ from: 20, to: 60 }, whole, 2, 30);
    expect(view).toEqual({ from: 25, to: 45 });
    expect(moved(view, whole, 10)).toEqual({ from: 35, to: 55 });
    expect(showing(view, whole, 44.9).to).toBeCloseTo(46.5);
    expect(showing(view, whole, 30)).toBe(view);
  });
  it('has round ticks', () => {
    expect(ticksOf({ from: 0, to: 100 }, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(ticksOf({ from: 1.23, to: 1.77 }, 5)).toEqual([1.4, 1.6]);
  });
});

describe('slots', () => {
  const items = layoutOf([aero(1, 10), aero(2, 10.01), aero(3, 11), aero(4, 12, { verdict: 'bad' })])
    .lanes[0]!.items;
  it('stand side by side at one pole, and are grouped where they cannot be told apart', () => {
    const near = slotsOf(items, (km) => (km - 9) * 200, 800);
    expect(near.map((slot) => [slot.items.map((item) => item.aero.id), slot.apart])).toEqual([
      [[1, 2], true],
      [[3], true],
      [[4], true],
    ]);
    const [left, right] = placesIn(near[0]!);
    expect(right! - left!).toBe(SLOT);
    const far = slotsOf(items, (km) => (km - 9) * 4, 800);
    expect(far).toHaveLength(1);
    expect(far[0]!.apart).toBe(false);
    expect(shownOf(far[0]!).aero.id).toBe(4);
  });
  it('hold everything once, however many, and only what is in sight', () => {
    const many = layoutOf(Array.from({ length: 10_000 }, (_, at) => aero(at, at / 10))).lanes[0]!.items;
    const all = slotsOf(many, (km) => km * 1.2, 1200);
    expect(all.reduce((sum, slot) => sum + slot.items.length, 0)).toBe(10_000);
    expect(all.length).toBeLessThanOrEqual(1200 / SLOT + 2);
    expect(slotsOf(many, (km) => (km - 500) * 600, 1200).length).toBeLessThan(40);
  });
});

describe('walking by keys', () => {
  const { lanes } = layoutOf([
    aero(1, 10),
    aero(2, 20),
    aero(3, 11, { track: 'V2' }),
    aero(4, 19, { track: 'V2' }),
  ]);
  const walk = (from: number | null, key: string) => {
    const place = walked(lanes, placeOf(lanes, from), key);
    return place && lanes[place.lane]!.items[place.at]!.aero.id;
  };
  it('goes along a track, to its ends, and to the nearest of the track beside', () => {
    expect(walk(null, 'ArrowRight')).toBe(1);
    expect(walk(1, 'ArrowRight')).toBe(2);
    expect(walk(2, 'ArrowRight')).toBe(2);
    expect(walk(2, 'Home')).toBe(1);
    expect(walk(2, 'ArrowDown')).toBe(4);
    expect(walk(3, 'ArrowUp')).toBe(1);
    expect(walk(1, 'ArrowUp')).toBe(1);
    expect(walk(1, 'x')).toBeNull();
  });
});

it('prints whole lines on sheets, a long one cut between its tracks', () => {
  const lines = Array.from({ length: 20 }, (_, at) => aero(at, at, { line: `line ${at + 10}` }));
  const tracks = Array.from({ length: 30 }, (_, at) => aero(100 + at, at, { line: 'wide', track: `V${at}` }));
  const { rows } = rowsOf(layoutOf([...lines, ...tracks]));
  const sheets = sheetsOf(rows);
  const rowsOn = sheets.map(({ scroll, height }) =>
    rows.filter((row) => row.top - scroll >= AXIS && row.top - scroll + row.height <= height),
  );
  expect(rowsOn.flat()).toEqual(rows);
  for (const { height } of sheets) expect(height).toBeLessThanOrEqual(960);
  expect(sheets[0]!.height).toBeLessThanOrEqual(860);
  rowsOn.forEach((on, at) => {
    const [first] = on;
    // A line that continues has its name and its stations on each sheet.
    expect(first!.kind === 'head' ? undefined : first!.line).toBe(sheets[at]!.again?.line);
  });
  expect(sheets.at(-1)!.again).toMatchObject({ kind: 'head', line: 'wide' });
  expect(sheetsOf([])).toEqual([]);
});
