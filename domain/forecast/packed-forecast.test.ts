import { describe, expect, it } from 'vitest';
import {
  calibrate,
  FIRST_CALIBRATION,
  learnOutcomes,
  noOutcomes,
  noteOutcome,
} from './learning/calibration.ts';
import { factorOf, learnOwn, noFactors } from './learning/conformal.ts';
import { learntBytes, learntOf, nothingLearnt } from './learning/learnt.ts';
import {
  DAY_BYTES,
  emptyDay,
  PACKED_DAY,
  packDay,
  packForecast,
  unpackDays,
  unpackForecast,
} from './packed-forecast.ts';
import { spreadOf } from './spread.ts';

const FIRST_HIGH = { basis: 'weather', lead: 1, extreme: 'high' } as const;
const forecast = {
  basis: 'weather' as const,
  low: spreadOf(212, 14, 18),
  high: spreadOf(688, 21, 9),
  margin: { hot: 0.314, cold: 0.002 },
};

describe('forecasts that are kept', () => {
  it('take ten bytes for each lead, and say what was said', () => {
    const bytes = emptyDay();
    expect(packForecast(bytes, 3, forecast)).toBe(true);
    expect(packForecast(bytes, 3, { ...forecast, low: spreadOf(1, 1, 1) })).toBe(false);
    expect(packForecast(bytes, 7, { ...forecast, basis: 'climate', margin: null })).toBe(true);
    const back = unpackForecast(bytes, 3)!;
    expect(back.basis).toBe('weather');
    expect(back.low.p50).toBe(212);
    expect(Math.abs(back.low.p05 - forecast.low.p05)).toBeLessThan(1);
    expect(Math.abs(back.high.p95 - forecast.high.p95)).toBeLessThan(1);
    expect(back.margin!.hot).toBeCloseTo(0.314, 2);
    expect(unpackForecast(bytes, 7)).toMatchObject({ basis: 'climate', margin: null });
    expect(unpackForecast(bytes, 1)).toBeNull();
    expect((DAY_BYTES - 1) / 7).toBe(10);
  });
  it('take under nine after a month, what was included', () => {
    const bytes = emptyDay();
    packForecast(bytes, 3, forecast);
    const [day, other] = unpackDays(
      Buffer.concat([packDay(17, bytes, 205.4, 701), packDay(18, emptyDay(), null, null)]),
    );
    expect(day).toMatchObject({ dayOfMonth: 17, low: 205, high: 701 });
    expect(day!.leads[2]!.high.p50).toBe(688);
    expect(day!.leads[0]).toBeNull();
    expect(other).toMatchObject({ dayOfMonth: 18, low: null, high: null });
    expect(PACKED_DAY / 7).toBeLessThan(9);
  });
});

/** Reproducible uniform numbers. */
function* chance(): Generator<number> {
  for (let state = 1; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe('what is learnt', () => {
  it('makes intervals of 90 % that hold 90 %, though the process changes', () => {
    const draw = chance();
    const normal = () => Math.sqrt(-2 * Math.log(draw.next().value!)) * Math.cos(6.2832 * draw.next().value!);
    const own = noFactors();
    let inside = 0;
    for (let day = 0; day < 2000; day++) {
      const told = spreadOf(
        0,
        10 * factorOf(noFactors(), own, { ...FIRST_HIGH, above: false }),
        10 * factorOf(noFactors(), own, { ...FIRST_HIGH, above: true }),
      );
      // The weather is half as certain, then twice as certain, as assumed.
      const actual = normal() * (day < 1000 ? 20 : 5);
      if (actual >= told.p05 && actual <= told.p95) inside += 1;
      learnOwn(own, FIRST_HIGH, told, actual);
    }
    expect(inside / 2000).toBeGreaterThan(0.88);
    expect(inside / 2000).toBeLessThan(0.92);
  });
  it('makes chances that come as often as they are stated', () => {
    const draw = chance();
    let known = FIRST_CALIBRATION;
    let [stated, came] = [0, 0];
    for (let day = 0; day < 400; day++) {
      const outcomes = noOutcomes();
      for (let i = 0; i < 30; i++) {
        const raw = draw.next().value!;
        const happened = draw.next().value! < raw ** 2;
        const said = calibrate(known, 4, raw);
        noteOutcome(outcomes, said, happened);
        if (day > 200) {
          stated += said;
          came += happened ? 1 : 0;
        }
      }
      known = learnOutcomes(known, outcomes);
    }
    expect(Math.abs(stated - came) / (199 * 30)).toBeLessThan(0.02);
  });
  it('is kept as bytes, and begins anew with those of another version', () => {
    const known = { ...nothingLearnt(), calibration: { shift: -0.25, stretch: 1.5 } };
    known.shared[3] = 0.5;
    expect(learntOf(learntBytes(known))).toEqual(known);
    expect(learntOf(new Uint8Array(4))).toEqual(nothingLearnt());
  });
});
