/**
 * Draws the cases by a seed, reproducibly: which AEROs have which fault, when and how severe, where, and at
 * which log time.
 */
import { DAY } from '@aerowatch/domain/durations';
import type { BoxDescriptor } from '@aerowatch/simulator/box/descriptor';
import { FAULTS, type Fault } from '@aerowatch/simulator/faults';
import { generateFleet } from '@aerowatch/simulator/fleet/fleet';
import { Draws, keyOf } from '@aerowatch/simulator/prng';
import { CLIMATES, type ClimateName } from '@aerowatch/simulator/weather/climate';
import { type Case, type Kind, SEVERITIES, type Severity } from './case.ts';
import { elsewhere } from './elsewhere.ts';
import { CLIMATE_NAMES, habitsOf, type Interval, placeBox, type WorldName } from './world.ts';

/** Faults begin on any day of 2025. */
const YEAR = Date.UTC(2025, 0, 1);
/** Different years of weather, so that no year is used too often. */
const WEATHERS = 6;
/** Days before a fault: usually all that a diagnosis looks back on, less for some AEROs. */
const BEFORE = [45, 90] as const;
const FOLLOWED = 75;

/** `count` AEROs of each severity (for sound ones in total) at one log time. */
export function casesOf(
  kind: Kind | null,
  interval: Interval,
  count: number,
  seed: number,
  world: WorldName = 'usual',
): Case[] {
  const name = kind?.name ?? 'sound';
  const many = kind === null ? count : count * SEVERITIES.length;
  // A fault that does no harm according to the truth is no fault, and some need two AEROs: such cases are
  // replaced by others.
  const fleet = generateFleet({ boxes: many * 8, seed: keyOf('diagnosed', seed, name), prefix: 'DX' });
  const cases: Case[] = [];
  for (const box of fleet) {
    if (cases.length === many) break;
    if (kind?.two && box.aeros.length < 2) continue;
    const draws = new Draws(keyOf('case', seed, name, interval, box.index));
    const severity = kind === null ? null : SEVERITIES[cases.length % 3]!;
    const climates = kind?.climates ?? CLIMATE_NAMES;
    // A sample with one of each must not have only one climate: each kind begins with another.
    const climate =
      climates[(Math.floor(cases.length / 3) + (kind ? keyOf(name) : cases.length)) % climates.length]!;
    const stands = placeBox(box, climate, draws);
    const there =
      world === 'usual' ? stands : elsewhere(stands, new Draws(keyOf('elsewhere', seed, box.index)));
    const one = caseOf(kind, there, { climate, interval, severity, seed, world }, draws);
    if (kind?.isSo?.(one) ?? true) cases.push(one);
  }
  return cases;
}

interface Where {
  readonly climate: ClimateName;
  readonly interval: Interval;
  readonly severity: Severity | null;
  readonly seed: number;
  readonly world: WorldName;
}

function caseOf(kind: Kind | null, box: BoxDescriptor, where: Where, draws: Draws): Case {
  const { climate, interval, severity, seed, world } = where;
  const aero = draws.integer(0, box.aeros.length - 1);
  const [first, last] = kind?.season ?? [0, 365];
  const day = draws.uniform(first, last);
  const start = YEAR + day * DAY;
  const before = draws.chance(0.3) ? draws.uniform(...BEFORE) : 90;
  const midnight = (time: number) => Math.floor(time / DAY) * DAY;
  // Of three sound AEROs one is new, and begins at any time of the year.
  const from =
    kind === null
      ? YEAR + (draws.chance(0.33) ? Math.floor(day) * DAY : 0)
      : midnight(start) - (kind.fromStart ? 0 : before * DAY);
  const to = kind === null ? from + 365 * DAY : midnight(start) + (kind.days ?? FOLLOWED) * DAY;
  const habits = habitsOf(box, draws, { from, to });
  const fault = kind === null ? null : faultOf(kind, severity!, box, aero, start, draws, climate, day);
  // Any method would notice an event at the end of a silence late.
  const outages = habits.outages.filter(
    (outage) => kind === null || outage.to < start - DAY || outage.from > start + 20 * DAY,
  );
  return {
    id: [
      world === 'usual' ? '' : `${world} `,
      kind?.name ?? 'sound',
      '-',
      interval,
      '-',
      seed,
      '-',
      box.index,
    ].join(''),
    box: kind?.fault === 'wrong-length' ? withLength(box, aero, fault!.rate) : box,
    aero,
    weatherSeed: seed * 100 + (box.index % WEATHERS),
    fault,
    habits: habits.faults,
    outages,
    from,
    to,
    begins: kind === null || kind.fromStart ? from : Math.floor(start / 1000) * 1000,
    interval,
    climate,
    severity,
    extremes: CLIMATES[climate].extremes,
  };
}

function faultOf(
  kind: Kind,
  severity: Severity,
  box: BoxDescriptor,
  aero: number,
  start: number,
  draws: Draws,
  climate: ClimateName,
  day: number,
): Fault {
  const mode = kind.modes ? draws.pick(kind.modes) : undefined;
  const size = kind.rates[SEVERITIES.indexOf(severity)]!;
  const rate = kind.rateOf?.(size, box.aeros[aero]!, climate, day, mode) ?? size;
  const other = kind.either && draws.chance(0.5);
  if (kind.fault === 'wrong-length')
    return { name: 'near-stop', serial: box.serial_number, start: 0, end: 0, rate: other ? 1 / rate : rate };
  return {
    name: kind.fault,
    serial: box.serial_number,
    ...(FAULTS[kind.fault].scope === 'box' ? {} : { aero: box.aeros[aero]!.position }),
    start: kind.fromStart ? 0 : Math.floor(start / 1000) * 1000,
    rate: other ? -rate : rate,
    ...(mode === undefined ? {} : { mode }),
  };
}

/** The box with a wrong length in its data. */
function withLength(box: BoxDescriptor, index: number, factor: number): BoxDescriptor {
  const aeros = box.aeros.map((aero, i) =>
    i === index ? { ...aero, regularized_length: Math.round(aero.regularized_length * factor) } : aero,
  );
  return { ...box, aeros };
}
