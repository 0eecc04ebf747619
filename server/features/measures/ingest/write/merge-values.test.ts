import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asStored, mergeValues } from './merge-values.ts';
import type { Values } from './sort-measures.ts';

const row = (...sent: Values[]) => ({ aero: 1, time: 0, values: sent[0] ?? [], sent });
const value = fc.option(fc.constantFrom(0, 1, 2.5), { nil: null });
const values = fc.array(value, { minLength: 6, maxLength: 6 });

it('fills what is missing, keeps the first, tells both values of a conflict', () => {
  const before = [11, null, null, null, null, null];
  const merged = mergeValues(
    row([12, null, 222, null, null, null], [11, null, 222, null, null, null]),
    before,
  );
  expect(merged).toMatchObject({ stored: 0, merged: 1, duplicates: 1 });
  expect(merged.fill).toEqual([null, null, 222, null, null, null]);
  expect(merged.conflicts).toEqual([{ aero: 1, time: 0, metric: 'temperature', stored: 11, refused: 12 }]);
});

it('comes to the same however its measures are cut into rows', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), fc.nat(5), (sent, cut) => {
      const whole = mergeValues(row(...sent), undefined);
      const at = 1 + (cut % sent.length);
      const first = mergeValues(row(...sent.slice(0, at)), undefined);
      const stored = sent[0]!.map((_, i) => sent.slice(0, at).find((one) => one[i] !== null)?.[i] ?? null);
      const rest = sent.slice(at);
      const second = rest.length === 0 ? null : mergeValues(row(...rest), stored);
      expect([...first.conflicts, ...(second?.conflicts ?? [])]).toEqual(whole.conflicts);
      expect(first.stored + (second?.stored ?? 0)).toBe(whole.stored);
      expect(first.merged + (second?.merged ?? 0)).toBe(whole.merged);
      expect(first.duplicates + (second?.duplicates ?? 0)).toBe(whole.duplicates);
    }),
  );
});

it('names a number as the database gives it back, in single precision', () => {
  expect([21.4, 11.123456789, 1e-40, 0.1 + 0.2, 2050, -49.99].map(asStored)).toEqual([
    21.4, 11.123457, 0, 0.3, 2050, -49.99,
  ]);
});
