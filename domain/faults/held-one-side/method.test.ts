import { describe, expect, it } from 'vitest';
import { DAY } from '../../durations.ts';
import { buildContext } from '../shared/context.ts';
import { daysOf } from '../shared/days/days.ts';
import type { Nights } from '../shared/nights/nights.ts';
import { onePlaceOf } from '../shared/nights/one-place.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../testing.ts';

function hourly(days: number, faults: Faults) {
  return buildMeasures(days, faults).filter((_, i) => i % 6 === 0);
}
function heldAfter(days: number, faults: Faults) {
  const { findings } = diagnose({ points: hourly(days, faults), aero: AERO, latitude: 47 });
  return findings.find(({ key }) => key === 'held_one_side')!;
}

describe('a ram held to one side', () => {
  it('is one that stops at the same place again and again, with its gas in a fixed volume', () => {
    const held = heldAfter(40, { beyond: 470 });
    expect(held).toMatchObject({ verdict: 'bad', details: { side: 'upper' } });
    expect(held.details.by_pressure).toBeGreaterThan(2);
  });
  it('is not one that friction holds wherever the wire turns back', () => {
    for (const days of [40, 60, 73])
      for (const friction of [0.06, 0.09, 0.12])
        expect(heldAfter(days, { friction }).verdict, `${days} d, ${friction}`).not.toMatch(/watch|bad/);
  });
});

/** A fortnight of nights at one place: °C, and ln of the pressure, which `gas` computes from them. */
function nightsAt(degrees: readonly number[], gas: (celsius: number) => number) {
  const context = buildContext({ aero: AERO, latitude: 47, days: daysOf(hourly(40, {})) });
  const n = degrees.length;
  const column = (of: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => of(i));
  const temperature = column((i) => degrees[i]!);
  const nights: Nights = {
    n,
    day: column((i) => context.now / DAY - n + i),
    play: temperature,
    temperature,
    stroke: column(() => 480),
    gas: column((i) => gas(degrees[i]!)),
  };
  return onePlaceOf({ ...context, nights }, 5);
}

describe('nights at one place', () => {
  const fixed = (celsius: number) => 4.6 + 0.0035 * celsius;
  it('do not rest on one odd night, and follow their gas', () => {
    expect(nightsAt([10, 14, 11, 13, 12, 10], fixed)).toMatchObject({ restsOnOne: false });
    expect(nightsAt([10, 14, 10.2, 10.1, 10, 10.3], fixed)).toMatchObject({ restsOnOne: true });
    expect(nightsAt([10, 14, 11, 13, 12, 10], fixed)!.gas).toBeCloseTo(0.0035, 4);
    // As far as the gas shows: here its volume does not fit the place.
    expect(nightsAt([10, 14, 11, 13, 12, 10], () => 4.6)!.gas).toBeCloseTo(0, 4);
    expect(nightsAt([10, 14, 11, 13, 12, 10], () => Number.NaN)!.gas).toBeNull();
  });
});
