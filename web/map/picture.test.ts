import { describe, expect, test } from 'vitest';
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
