import { describe, expect, test } from 'vitest';
import { groupsOf } from './groups.ts';
import { moved, projector, viewOfAll } from './mercator.ts';

const size = { width: 800, height: 400 };
const fit = { padding: 48, maxZoom: 9 };

describe('the view of all points', () => {
  test('holds every point, and one of them touches the padding', () => {
    const [longitude, latitude] = [
      [-1.5, 7.7, 2.3],
      [43.3, 48.6, 50.6],
    ];
    const view = viewOfAll(longitude, latitude, size, fit)!;
    const place = projector(view, size);
    const seen = longitude.map((lon, index) => place(lon, latitude[index]!));
    for (const [x, y] of seen) {
      expect(x).toBeGreaterThan(47.9);
      expect(x).toBeLessThan(752.1);
      expect(y).toBeGreaterThan(47.9);
      expect(y).toBeLessThan(352.1);
    }
    const ys = seen.map(([, y]) => y);
    expect(Math.min(...ys)).toBeCloseTo(48, 3);
    expect(Math.max(...ys)).toBeCloseTo(352, 3);
  });
  test('one point is the middle, not nearer than allowed', () => {
    const view = viewOfAll([2], [48], size, fit)!;
    expect(view.zoom).toBe(9);
    expect(view.latitude).toBeCloseTo(48, 9);
    const [x, y] = projector(view, size)(2, 48);
    expect([x, y]).toEqual([400, expect.closeTo(200, 6)]);
  });
  test('a view moved by pixels has that place in its middle', () => {
    const view = { longitude: 2, latitude: 47, zoom: 5 };
    const next = moved(view, 120, -80, 7);
    const [x, y] = projector(view, size)(next.longitude, next.latitude);
    expect([x, y]).toEqual([expect.closeTo(520, 6), expect.closeTo(120, 6)]);
    expect(next.zoom).toBe(7);
  });
  test('nothing has no view', () => expect(viewOfAll([], [], size, fit)).toBeNull());
});

describe('groups', () => {
  const sorted = (members: number[]) => [...members].sort((a, b) => a - b);
  test('every point is in one group', () => {
    const places = Array.from(
      { length: 500 },
      (_, index) => [(index * 97) % 800, (index * 61) % 400] as const,
    );
    const groups = groupsOf(places, 60);
    expect(sorted(groups.flatMap((group) => group.members))).toEqual(places.map((_, index) => index));
    expect(groups.length).toBeLessThan(150);
  });
  test('a border of the grid does not part neighbours; far ones stay alone', () => {
    const groups = groupsOf(
      [
        [59, 30],
        [61, 30],
        [300, 300],
      ],
      60,
    );
    expect(groups.map((group) => sorted(group.members))).toEqual([[0, 1], [2]]);
    expect(groups[0]).toMatchObject({ x: 60, y: 30 });
  });
  test('100,000 points in under 200 ms', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, index) => [(index * 7919) % 1400, (index * 104_729) % 400] as const,
    );
    // The best of some turns: what else the machine does is not asked about.
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 4; turn++) {
      const before = performance.now();
      expect(groupsOf(many, 60).length).toBeGreaterThan(50);
      best = Math.min(best, performance.now() - before);
    }
    expect(best).toBeLessThan(200);
  });
});
