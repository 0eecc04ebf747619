/** Assigns faults to boxes: chosen by the seed, from a demonstration list, at random, or one of each. */
import { DAY } from '@aerowatch/domain/durations';
import type { BoxDescriptor } from '../box/descriptor.ts';
import { FAULT_NAMES, FAULTS, type Fault, type FaultKind, type FaultName } from '../faults.ts';
import { Draws, keyOf } from '../prng.ts';

interface Planned {
  readonly name: FaultName;
  /** Days from its start to the end of the history. */
  readonly ago: number;
  readonly rate?: number;
  readonly mode?: string;
  /** Client whose box it strikes; any client's when absent. */
  readonly client?: BoxDescriptor['client'];
  /** Days until its repair. */
  readonly lasts?: number;
}

/** A few of each common fault, some old, some recent, one repaired. */
const DEMONSTRATION: readonly Planned[] = [
  { name: 'leak', ago: 45, rate: 0.0008 },
  { name: 'seized', ago: 12 },
  { name: 'silent', ago: 9 },
  { name: 'break', ago: 2 },
  { name: 'near-stop', ago: 18, rate: -0.35, client: 'tram' },
  { name: 'friction', ago: 60 },
  { name: 'battery-ageing', ago: 75, rate: 50 },
  { name: 'spike', ago: 40, rate: 0.002 },
  { name: 'leak', ago: 20, rate: 0.005, client: 'tram' },
  { name: 'near-stop', ago: 30, rate: 0.35 },
  { name: 'creep', ago: 55, rate: 1.5 },
  { name: 'soiling', ago: 85, rate: 80 },
  { name: 'clock-jump', ago: 14, rate: 10 },
  { name: 'reboot', ago: 25, rate: 0.6 },
  { name: 'burst', ago: 1 },
  { name: 'stuck-sensor', ago: 6 },
  { name: 'duplicates', ago: 80, rate: 0.3 },
  { name: 'out-of-order', ago: 80, rate: 0.3 },
  { name: 'seized', ago: 50, rate: 9 },
  { name: 'drift', ago: 40, rate: 0.8 },
  { name: 'shading', ago: 70 },
  { name: 'refused-configuration', ago: 90 },
  { name: 'firmware-failure', ago: 90, rate: 1 },
  { name: 'leak', ago: 70, rate: 0.002, lasts: 40 },
  { name: 'silent', ago: 30, rate: 2, mode: 'lost' },
  { name: 'sentinel', ago: 50, rate: 0.004 },
];

/** The faults of the demonstration fleet, spread over its boxes; a small fleet has only the first ones. */
export function demonstrationFaults(fleet: readonly BoxDescriptor[], seed: number, to: number): Fault[] {
  const free = shuffled(fleet, seed);
  // Fewer than half the boxes are struck, so that most stay healthy.
  const many = Math.min(DEMONSTRATION.length, Math.max(1, Math.floor((fleet.length * 9) / 20)));
  return DEMONSTRATION.slice(0, many).map((planned) => {
    const wanted = free.findIndex(({ client }) => client === (planned.client ?? client));
    const [box] = free.splice(Math.max(0, wanted), 1);
    const start = Math.floor((to - planned.ago * DAY) / 1000) * 1000;
    return faultOf(box as BoxDescriptor, planned, start, seed);
  });
}

/** Strikes each box with a probability, by one fault of the list, starting anywhere between the times. */
export function randomFaults(
  fleet: readonly BoxDescriptor[],
  seed: number,
  span: { from: number; to: number },
  probability: number,
  names: readonly FaultName[] = FAULT_NAMES,
): Fault[] {
  return fleet.flatMap((box) => {
    const draws = new Draws(keyOf('fault', seed, box.serial_number));
    if (!draws.chance(probability)) return [];
    const name = draws.pick(names);
    const start = Math.floor(draws.uniform(span.from, span.to) / 1000) * 1000;
    return [faultOf(box, { name }, start, seed)];
  });
}

/** A fault with the defaults of its kind for the fields that the scenario leaves open. */
export function faultOf(
  box: BoxDescriptor,
  planned: Omit<Planned, 'ago'>,
  start: number,
  seed: number,
): Fault {
  const kind: FaultKind = FAULTS[planned.name];
  const mode = planned.mode ?? kind.modes?.[0];
  const position = new Draws(keyOf('struck', seed, box.serial_number)).pick(box.aeros).position;
  return {
    name: planned.name,
    serial: box.serial_number,
    ...(kind.scope === 'aero' ? { aero: position } : {}),
    start,
    ...(planned.lasts === undefined ? {} : { end: start + planned.lasts * DAY }),
    rate: planned.rate ?? kind.usualIn?.[mode ?? ''] ?? kind.usual,
    ...(mode === undefined ? {} : { mode }),
  };
}

function shuffled(fleet: readonly BoxDescriptor[], seed: number): BoxDescriptor[] {
  return fleet
    .map((box) => ({ box, at: keyOf('order', seed, box.serial_number) }))
    .sort((a, b) => a.at - b.at)
    .map(({ box }) => box);
}
