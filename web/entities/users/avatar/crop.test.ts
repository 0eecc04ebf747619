import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampOffset, cropOf } from './crop.ts';

test('a picture covers the square whatever its shape, zoom and offset', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 5000 }),
    height: fc.integer({ min: 1, max: 5000 }),
  });
  const offset = fc.record({
    x: fc.integer({ min: -9000, max: 9000 }),
    y: fc.integer({ min: -9000, max: 9000 }),
  });
  fc.assert(
    fc.property(size, fc.double({ min: 1, max: 4, noNaN: true }), offset, (image, zoom, asked) => {
      const crop = cropOf(image, zoom, clampOffset(asked, image, zoom, 280), 280);
      expect(crop.x).toBeLessThanOrEqual(1e-6);
      expect(crop.y).toBeLessThanOrEqual(1e-6);
      expect(crop.x + crop.width).toBeGreaterThanOrEqual(280 - 1e-6);
      expect(crop.y + crop.height).toBeGreaterThanOrEqual(280 - 1e-6);
    }),
  );
});
