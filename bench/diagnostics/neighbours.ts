/** Device temperatures of boxes nearby on the same days, under the same sky a few km away. */

import type { NeighbourDay } from '@aerowatch/domain/diagnostics/context';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { keyOf, normalAt } from '@aerowatch/simulator/prng';
import { darkSky } from '@aerowatch/simulator/weather';
import type { Case } from './case.ts';
import { weatherOf } from './record.ts';

/** °C of the device over the air at 1,000 W/m², and of the differences from place to place. */
const SUN = 6.5;
const ELSEWHERE = 0.6;
const known = new WeakMap<Case, Map<number, NeighbourDay>>();

export function neighboursOf(one: Case, from: number, to: number): NeighbourDay[] {
  const kept = known.get(one) ?? new Map<number, NeighbourDay>();
  known.set(one, kept);
  const days: NeighbourDay[] = [];
  for (let start = from; start < to - DAY; start += DAY) {
    const day = kept.get(start) ?? dayOf(one, start);
    kept.set(start, day);
    days.push(day);
  }
  return days;
}

function dayOf(one: Case, start: number): NeighbourDay {
  const place = weatherOf(one.weatherSeed).at(one.box, `${one.box.serial_number}-near`);
  const sky = darkSky();
  const values = Array.from({ length: 24 }, (_, hour) => {
    place.at(start + hour * HOUR, sky);
    return sky.air + (SUN * 1.24 * sky.irradiance) / 1000 / (1 + 0.12 * sky.wind);
  });
  const off = ELSEWHERE * normalAt(keyOf('near', one.id), start / DAY);
  return {
    start,
    aeros: 4,
    temperature_min: Math.min(...values) + off,
    temperature_mean: values.reduce((sum, value) => sum + value, 0) / 24 + off,
    temperature_max: Math.max(...values) + off,
    residual: null,
    gas: null,
    panel: null,
    charge: null,
    battery_min: null,
  };
}
