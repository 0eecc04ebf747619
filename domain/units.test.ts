import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKilometerPoint, parseKilometerPoint } from './kilometer-point.ts';
import {
  entered,
  fromDisplay,
  QUANTITIES,
  type QuantityKey,
  roundTo,
  shown,
  toDisplay,
  UNIT_SYSTEMS,
  unitOf,
} from './units.ts';

const KEYS = Object.keys(QUANTITIES) as QuantityKey[];

describe('imperial', () => {
  it.each([
    ['temperature', 20, 68, '°F'],
    ['temperature', -40, -40, '°F'],
    ['temperature_difference', 10, 18, '°F'],
    ['pressure', 100, 1450, 'psi'],
    ['length_small', 254, 10, 'in'],
    ['length', 304.8, 1000, 'ft'],
    ['force', 1000, 2248, 'lbf'],
    ['slope_temperature', 45.72, 1, 'in/°F'],
    ['slope_time', 25.4, 1, 'in/h'],
    ['voltage', 3.71, 3.71, 'V'],
    ['current', 120, 120, 'mA'],
  ] as [QuantityKey, number, number, string][])('%s %d is %d %s', (quantity, metric, imperial, unit) => {
    expect(shown(quantity, 'imperial', metric)).toBe(imperial);
    expect(unitOf(quantity, 'imperial')).toBe(unit);
    expect(shown(quantity, 'metric', metric)).toBe(roundTo(metric, QUANTITIES[quantity].metric.decimals));
  });
  it('bar to psi by the published factor', () => {
    expect(toDisplay('pressure', 'imperial', 1)).toBeCloseTo(14.503774, 6);
    expect(toDisplay('force', 'imperial', 1)).toBeCloseTo(2.2480894, 6);
  });
});

it('a round trip through display loses nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KEYS),
      fc.constantFrom(...UNIT_SYSTEMS),
      fc.integer({ min: -5e6, max: 5e6 }),
      (quantity, system, n) => {
        const value = n / 1000;
        expect(
          Math.abs(fromDisplay(quantity, system, toDisplay(quantity, system, value)) - value),
        ).toBeLessThan(1e-8);
      },
    ),
  );
});

it('a value shown and typed back is the one stored', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KEYS),
      fc.constantFrom(...UNIT_SYSTEMS),
      fc.integer({ min: -50_000, max: 50_000 }),
      (quantity, system, n) => {
        const value = roundTo(
          n / 10 ** QUANTITIES[quantity].metric.decimals,
          QUANTITIES[quantity].metric.decimals,
        );
        expect(entered(quantity, system, shown(quantity, system, value))).toBe(value);
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [-0.04, 1, 0],
  [0.1 + 0.2, 1, 0.3],
])('roundTo(%d, %d)', (value, decimals, expected) => {
  expect(Object.is(roundTo(value, decimals), expected)).toBe(true);
});

describe('kilometre points', () => {
  it.each([
    ['105+129', 105.129],
    ['PK 105+129', 105.129],
    ['105.129', 105.129],
    ['105,129', 105.129],
    ['105', 105],
    ['0+000', 0],
    ['-0+250', -0.25],
    ['−0+250', -0.25],
    ['-1+250', -1.25],
    ['105+12', 105.012],
    ['105.12', 105.12],
    [' 105 + 129 ', 105.129],
    ['-0+000', 0],
  ])('%s is %d km', (text, km) => {
    expect(Object.is(parseKilometerPoint(text), km)).toBe(true);
  });
  it.each(['', 'abc', '105+', '+129', '105+1290', '105.1290', '1e3', '105+129+1', '105-129'])(
    'refuses %j',
    (text) => {
      expect(parseKilometerPoint(text)).toBeNull();
    },
  );
  it.each([
    [105.129, '105+129'],
    [-0.25, '-0+250'],
    [0, '0+000'],
    [105, '105+000'],
    [105.9999, '106+000'],
    [-0.0001, '0+000'],
  ])('%d km is %s', (km, text) => {
    expect(formatKilometerPoint(km)).toBe(text);
  });
  it('every metre comes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 2_000_000 }), (metres) => {
        expect(parseKilometerPoint(formatKilometerPoint(metres / 1000))).toBe(metres / 1000);
      }),
    );
  });
});
