import { zoneOffset } from '@aerowatch/domain/series/time-zone';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offsets, STAMP_BYTES, stamper } from './local-time.ts';

const zones = ['Europe/Paris', 'UTC', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'];

it('stamps any sequence of times as Intl would, clock changes included', () => {
  const near = Date.UTC(2026, 2, 29);
  const time = fc.oneof(
    fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2040, 0, 1) }),
    fc.integer({ min: near - 86_400_000, max: near + 2 * 86_400_000 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(time, { maxLength: 30 }), (zone, times) => {
      const offsetAt = offsets(zone);
      const stamp = stamper(zone, ';');
      for (const one of times) {
        expect(offsetAt(one)).toBe(zoneOffset(one, zone));
        const out = Buffer.alloc(STAMP_BYTES);
        const [local = '', utc = ''] = out.toString('latin1', 0, stamp(one, out, 0)).split(';');
        expect(utc).toBe(new Date(one).toISOString());
        expect(Date.parse(local)).toBe(one);
      }
    }),
    { numRuns: 300 },
  );
});
