/** Device temperatures and panels of boxes nearby on the same days, under the same sky a few km away. */

import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { NeighbourDay } from '@aerowatch/domain/faults/shared/context';
import { median } from '@aerowatch/domain/physics/statistics';
import { keyOf, normalAt } from '@aerowatch/simulator/prng';
import { darkSky } from '@aerowatch/simulator/weather/weather';
import type { Case } from './case.ts';
import { weatherOf } from './record.ts';

/** °C of the device above the air at 1,000 W/m², and scatter between places. */
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
  const usual = median(days.flatMap(({ panel }) => panel ?? []));
  return days.map((day) => ({ ...day, panel: usual > 0 && day.panel !== null ? day.panel / usual : null }));
}

/** Voltage of a clean panel at an irradiance, V (docs/domain.md, "Box"). */
const voltsAt = (light: number, air: number) =>
  light < 3 ? 0 : 6.3 * (1 + 0.04 * Math.log(light / 1000)) * (1 - 0.003 * (air + 0.026 * light - 25));

/** A day of the neighbours; `panel`: the mean voltage, V. */
function dayOf(one: Case, start: number): NeighbourDay {
  const place = weatherOf(one.weatherSeed).at(one.box, `${one.box.serial_number}-near`);
  const sky = darkSky();
  let volts = 0;
  const values = Array.from({ length: 24 }, (_, hour) => {
    place.at(start + hour * HOUR, sky);
    volts += voltsAt(sky.irradiance, sky.air);
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
    panel: volts / 24,
    charge: null,
    battery_min: null,
  };
}
