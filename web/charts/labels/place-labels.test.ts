import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels } from './place-labels.ts';

const AREA = { left: 0, right: 400, top: 0, height: 200 };
const HEIGHT = 12;

describe('names of limits', () => {
  it('stand above their line at the right edge, below it where there is no room above', () => {
    expect(placeLabels([{ y: 100, width: 60 }], AREA, HEIGHT)).toEqual([{ right: 400, top: 86 }]);
    expect(placeLabels([{ y: 5, width: 60 }], AREA, HEIGHT)).toEqual([{ right: 400, top: 7 }]);
  });

  it('of two lines a few pixels apart stand on either side; a third one goes left', () => {
    const close = [100, 102, 101].map((y) => ({ y, width: 60 }));
    expect(placeLabels(close, AREA, HEIGHT)).toEqual([
      { right: 400, top: 86 },
      { right: 400, top: 104 },
      { right: 332, top: 87 },
    ]);
  });

  it('that have no place are left out', () => {
    const wide = [100, 100, 100].map((y) => ({ y, width: 300 }));
    expect(placeLabels(wide, AREA, HEIGHT)[2]).toBeNull();
  });

  it('never cover one another, nor leave the area', () => {
    const limit = fc.record({
      y: fc.integer({ min: 0, max: 200 }),
      width: fc.integer({ min: 20, max: 180 }),
    });
    fc.assert(
      fc.property(fc.array(limit, { maxLength: 7 }), (limits) => {
        const placed = placeLabels(limits, AREA, HEIGHT).flatMap((place, index) =>
          place === null ? [] : [{ ...place, left: place.right - limits[index]!.width }],
        );
        placed.forEach((one, index) => {
          expect(one.left).toBeGreaterThanOrEqual(0);
          expect(one.top).toBeGreaterThanOrEqual(0);
          expect(one.top + HEIGHT).toBeLessThanOrEqual(200);
          for (const other of placed.slice(index + 1))
            expect(
              one.top + HEIGHT <= other.top ||
                other.top + HEIGHT <= one.top ||
                one.right <= other.left ||
                other.right <= one.left,
            ).toBe(true);
        });
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
