/** The world of the trials: five climates, three log times, and habits of boxes that are no faults. */
import type { NeighbourDay } from '@aerowatch/domain/faults/shared/context';
import type { BoxDescriptor } from '@aerowatch/simulator/box/descriptor';
import type { Fault } from '@aerowatch/simulator/faults';
import type { Draws } from '@aerowatch/simulator/prng';
import { CLIMATES, type ClimateName } from '@aerowatch/simulator/weather/climate';

export type { NeighbourDay };
export const CLIMATE_NAMES = Object.keys(CLIMATES) as ClimateName[];
/** The simulator's own world, and one with figures far from it. */
export const WORLDS = ['usual', 'elsewhere'] as const;
export type WorldName = (typeof WORLDS)[number];
/** Seconds between measures: all three are allowed configurations. */
export const INTERVALS = [600, 3600, 21_600] as const;
export type Interval = (typeof INTERVALS)[number];
export const INTERVAL_NAMES: Readonly<Record<Interval, string>> = {
  600: '10 min',
  3600: '1 h',
  21600: '6 h',
};

const PLACES: Readonly<Record<ClimateName, { latitude: number; longitude: number; altitude: number }>> = {
  'maritime-north': { latitude: 50.7, longitude: 1.7, altitude: 30 },
  mediterranean: { latitude: 43.4, longitude: 5.3, altitude: 20 },
  'alps-1200': { latitude: 45.9, longitude: 6.9, altitude: 1200 },
  scandinavia: { latitude: 60.5, longitude: 15.4, altitude: 150 },
  'inland-spain': { latitude: 39, longitude: -1.9, altitude: 680 },
};

/** The box in a climate, with a clock that drifts by some seconds at two boxes of five. */
export function placeBox(box: BoxDescriptor, climate: ClimateName, draws: Draws): BoxDescriptor {
  const place = PLACES[climate];
  return {
    ...box,
    climate,
    latitude: place.latitude + draws.uniform(-1, 1),
    longitude: place.longitude + draws.uniform(-1, 1),
    altitude: place.altitude,
    slip: draws.chance(0.4) ? draws.integer(1, 4) : 0,
  };
}

/** A period in which a box is not heard; its backlog arrives newest first. */
export interface Outage {
  readonly from: number;
  readonly to: number;
  readonly kept: boolean;
}

/** Outages, restarts and visits of about a year: every sound box has some. */
export function habitsOf(
  box: BoxDescriptor,
  draws: Draws,
  span: { from: number; to: number },
): { faults: Fault[]; outages: Outage[] } {
  const day = 86_400_000;
  const serial = box.serial_number;
  const outages: Outage[] = [];
  for (let i = draws.integer(0, 4); i > 0; i--) {
    const from = draws.uniform(span.from + 10 * day, span.to);
    outages.push({ from, to: from + draws.uniform(0.2, 5) * day, kept: draws.chance(0.7) });
  }
  const faults: Fault[] = [];
  if (draws.chance(0.3)) faults.push({ name: 'reboot', serial, start: span.from, rate: 0.05 });
  // Trains and visits move cables: readings step by amounts that nobody would call a fault.
  for (const { position } of box.aeros) {
    if (draws.chance(0.5)) {
      const start = draws.uniform(span.from, span.to);
      faults.push({
        name: 'offset',
        serial,
        aero: position,
        start,
        rate: draws.normal(0, 2),
        mode: 'stroke',
      });
      faults.push({
        name: 'offset',
        serial,
        aero: position,
        start: draws.uniform(span.from, span.to),
        rate: draws.normal(0, 0.15),
        mode: 'pressure',
      });
    }
  }
  return { faults, outages };
}
