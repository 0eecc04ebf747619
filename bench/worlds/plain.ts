/** AEROs of the world written from docs/domain.md alone: the measures of each, and its true positions. */
import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS, type Measure } from '@aerowatch/domain/metrics';
import { Draws, keyOf } from '@aerowatch/simulator/prng';
import {
  atRest,
  type Device,
  deviceOf,
  pressureOf,
  type State,
  standsAt,
  step,
  trafficOf,
} from './plain-device.ts';
import { extremeDays, PER_DAY, PLACES, Service, type Sky, STEP, skyOf } from './plain-sky.ts';

/** Days for which an AERO is followed. */
export const FOLLOWED = 421;
/** Clear days before the one whose position is requested. */
const CLEAR_DAYS = 3;
const INTERVALS = [600, 3600, 21_600] as const;

/** A change of an AERO, from a day on. */
export interface Change {
  readonly kind: 'slip' | 'leak' | 'sensor-step';
  readonly day: number;
}

/** A week that is warmer or colder than any before, by so many °C. */
export interface Wave {
  readonly day: number;
  readonly kelvin: number;
}
const WAVE_DAYS = 7;

/** Adds a wave to the air of a sky, with half a day of rise and fall. Changes `sky`. */
function addWave({ air }: Sky, { day, kelvin }: Wave): void {
  const [from, to, ramp] = [day * PER_DAY, (day + WAVE_DAYS) * PER_DAY, PER_DAY / 2];
  for (let i = Math.max(0, from - ramp); i < Math.min(air.length, to + ramp); i++)
    air[i]! += kelvin * Math.min(1, (i - from + ramp) / ramp, (to + ramp - i) / ramp);
}

export interface PlainAero {
  readonly id: string;
  readonly place: (typeof PLACES)[number];
  readonly device: Device;
  readonly interval: (typeof INTERVALS)[number];
  /** First day, days since 1970, and the weather from then on. */
  readonly from: number;
  readonly sky: Sky;
  readonly service: Service;
  readonly measures: readonly Measure[];
  /** True position when its thermometer reads a temperature, with the state at the end of a day (0 first). */
  truth(day: number, temperature: number, hot: boolean): number;
}

/** `aeros` AEROs of each place, from one seed; each place begins its record in another season. */
export function plainWorld(seed: number, aeros: number, change?: Change, wave?: Wave): PlainAero[] {
  return PLACES.flatMap((place, p) =>
    Array.from({ length: aeros }, (_, nth) => {
      // 1 January 2024, then every 73 days.
      const from = 19_723 + p * 73;
      const sky = skyOf(place, seed, from, FOLLOWED);
      if (wave) addWave(sky, wave);
      return aeroOf(seed, place, nth, from, sky, change);
    }),
  );
}

function aeroOf(
  seed: number,
  place: PlainAero['place'],
  nth: number,
  from: number,
  sky: Sky,
  change: Change | undefined,
): PlainAero {
  const id = `plain ${seed} ${place.name} ${nth}`;
  const draws = new Draws(keyOf(id));
  const device = deviceOf(draws);
  const interval = INTERVALS[nth % INTERVALS.length]!;
  const states: State[] = [];
  const measures: Measure[] = [];
  const creeping = draws.uniform(0, 12);
  const size = draws.uniform(30, 80) * (draws.chance(0.5) ? 1 : -1);
  const hidden = (day: number) => {
    const since = change && day >= change.day ? day - change.day : -1;
    return {
      creep:
        device.sign * (creeping * Math.log1p(day / 60) + (change?.kind === 'slip' && since >= 0 ? size : 0)),
      quantity: change?.kind === 'leak' && since >= 0 ? Math.max(0.5, 1 - 0.004 * since) : 1,
      sensor: change?.kind === 'sensor-step' && since >= 0 ? size : 0,
    };
  };
  let state = atRest(device, sky.air[0]!);
  for (let i = 0; i < sky.air.length; i++) {
    const now = hidden(i / PER_DAY);
    state = step(device, state, {
      air: sky.air[i]!,
      sun: sky.sun[i]!,
      traffic: trafficOf(i % PER_DAY),
      ...now,
    });
    if (i % PER_DAY === PER_DAY - 1) states.push(state);
    if ((i * STEP * 60) % interval === 0)
      measures.push(measured(device, state, now, from * DAY + i * STEP * 60_000, draws));
  }
  return {
    id,
    place,
    device,
    interval,
    from,
    sky,
    service: new Service(sky, id),
    measures,
    truth(day, temperature, hot) {
      const now = hidden(day + 1);
      const days = (air: number) => extremeDays(place, 55, air, hot, CLEAR_DAYS);
      return standsAt(device, states[day]!, days, temperature, hot, now) + now.sensor;
    },
  };
}

function measured(
  device: Device,
  state: State,
  now: { creep: number; quantity: number; sensor: number },
  time: number,
  draws: Draws,
): Measure {
  const train = draws.chance(0.01) ? draws.uniform(3, 15) * (draws.chance(0.5) ? 1 : -1) : 0;
  const values: Partial<Record<keyof Measure, number | null>> = { time };
  for (const metric of METRIC_KEYS) values[metric] = null;
  values.stroke = Math.round(state.stroke + now.sensor + train + draws.normal(0, 0.8));
  values.temperature = Math.round((state.body + draws.normal(0, 0.15)) * 10) / 10;
  values.pressure =
    Math.round((pressureOf(device, state, now.quantity, now.creep) + draws.normal(0, 0.15)) * 10) / 10;
  values.battery_voltage = 3.95;
  return values as unknown as Measure;
}
