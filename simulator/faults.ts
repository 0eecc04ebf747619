/** Faults by name: the effect of each, the meaning of its rate, and its defaults. */
import { DAY } from '@aerowatch/domain/durations';

export interface FaultKind {
  /** The part it strikes: the tensioner or a sensor of one AERO, the box, or the messages of the box. */
  readonly scope: 'aero' | 'box' | 'link';
  /** Meaning and unit of the rate. */
  readonly rate: string;
  readonly usual: number;
  /** Variants; the first is the default. */
  readonly modes?: readonly string[];
  /** Default rate in a mode, where it differs. */
  readonly usualIn?: Readonly<Record<string, number>>;
}

export const FAULTS = {
  leak: { scope: 'aero', rate: 'part of the gas lost a day', usual: 0.001 },
  burst: { scope: 'aero', rate: 'part of the gas left after an hour', usual: 0.3 },
  seized: { scope: 'aero', rate: 'days until it jumps free, 0 for never', usual: 0 },
  friction: { scope: 'aero', rate: 'friction reached after 60 days', usual: 0.1 },
  creep: {
    scope: 'aero',
    rate: 'mm a day, or mm at once in mode step',
    usual: 1,
    modes: ['slow', 'step'],
    usualIn: { step: 80 },
  },
  break: { scope: 'aero', rate: 'unused', usual: 1 },
  'near-stop': { scope: 'aero', rate: 'part of the stroke by which the middle is off', usual: 0.35 },
  spike: {
    scope: 'aero',
    rate: 'probability of a wrong sample',
    usual: 0.001,
    modes: ['stroke', 'pressure'],
  },
  'stuck-sensor': { scope: 'aero', rate: 'unused', usual: 1, modes: ['stroke', 'pressure', 'temperature'] },
  drift: {
    scope: 'aero',
    rate: 'mm a day (bar a day in mode pressure)',
    usual: 0.5,
    modes: ['stroke', 'pressure'],
    usualIn: { pressure: 0.05 },
  },
  sentinel: { scope: 'aero', rate: 'probability of a sample replaced by a sentinel', usual: 0.002 },
  'sun-bias': { scope: 'aero', rate: '°C read too high at 1,000 W/m²', usual: 8 },
  'battery-ageing': { scope: 'box', rate: 'days until half the capacity is left', usual: 60 },
  soiling: { scope: 'box', rate: 'days until 35 % of the light is left', usual: 90 },
  shading: {
    scope: 'box',
    rate: "width of the sun's azimuths that are hidden, degrees",
    usual: 50,
    modes: ['south', 'east', 'west'],
  },
  drain: { scope: 'box', rate: 'mA drawn day and night beyond what is usual', usual: 10 },
  swapped: { scope: 'box', rate: 'unused: the cables of its two AEROs are exchanged', usual: 1 },
  offset: {
    scope: 'aero',
    rate: 'mm (bar in mode pressure) read too high from one moment on',
    usual: 30,
    modes: ['stroke', 'pressure'],
    usualIn: { pressure: 3 },
  },
  'one-side': {
    scope: 'aero',
    rate: 'mm from where it stands at 15 °C beyond which the ram is held',
    usual: 60,
    modes: ['hot', 'cold'],
  },
  icing: { scope: 'aero', rate: 'probability that ice holds the ram on a day of frost', usual: 0.7 },
  silent: { scope: 'link', rate: 'days, 0 for ever', usual: 0, modes: ['kept', 'lost'] },
  reboot: { scope: 'link', rate: 'restarts a day', usual: 0.5 },
  'clock-jump': { scope: 'link', rate: 'hours', usual: 12, modes: ['2000', 'ahead', 'drift'] },
  duplicates: { scope: 'link', rate: 'probability that a batch is sent twice', usual: 0.01 },
  'out-of-order': { scope: 'link', rate: 'probability that a batch is sent after the next', usual: 0.01 },
  'refused-configuration': { scope: 'link', rate: 'unused', usual: 1, modes: ['field', 'stale'] },
  'firmware-failure': {
    scope: 'link',
    rate: 'probability that an update fails',
    usual: 0.03,
    modes: ['download', 'hash', 'install', 'power'],
  },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** One fault of one box; times in ms since 1970. */
export interface Fault {
  readonly name: FaultName;
  readonly serial: string;
  /** Position of the AERO it strikes. */
  readonly aero?: 1 | 2;
  readonly start: number;
  /** Time of the repair. */
  readonly end?: number;
  readonly rate: number;
  readonly mode?: string;
}

/** Whether a fault is active at a time. */
export function acts(fault: Fault, time: number): boolean {
  return time >= fault.start && (fault.end === undefined || time < fault.end);
}

/** Days since a fault began. */
export function daysInto(fault: Fault, time: number): number {
  return (time - fault.start) / DAY;
}

/** The end of a window that lasts `length` ms, or the time of the repair if that came first. */
export function windowEnd(fault: Fault, length: number): number {
  return Math.min(fault.start + length, fault.end ?? Number.POSITIVE_INFINITY);
}

/** The faults of a kind, with the default mode filled in. */
export function ofKind(faults: readonly Fault[], name: FaultName): (Fault & { mode: string })[] {
  const kind: FaultKind = FAULTS[name];
  return faults
    .filter((fault) => fault.name === name)
    .map((fault) => ({ ...fault, mode: fault.mode ?? kind.modes?.[0] ?? '' }));
}

/** Days until a growing fault has grown to where it matters in the field, for faults that begin at zero. */
const MATTERS_AFTER: Partial<Record<FaultName, (rate: number, mode?: string) => number>> = {
  // 3 % of the gas; 5 % of friction from a usual 2; 15 mm; a quarter of the light; a fifth of the capacity.
  leak: (rate) => 0.03 / rate,
  friction: (rate) => 60 * Math.min(1, 0.03 / Math.max(0.001, rate - 0.02)),
  creep: (rate, mode) => (mode === 'step' ? 0 : 15 / Math.abs(rate)),
  drift: (rate, mode) => (mode === 'pressure' ? 1 : 15) / Math.abs(rate),
  soiling: (rate) => (rate * 0.25) / 0.65,
  'battery-ageing': (rate) => rate * 0.4,
};

/** Physical severity of a fault, in the unit of its rate, and the time from which it matters. */
export function physicalOf({ name, rate, mode, start }: Fault): { severity: number; matters_from: string } {
  const days = MATTERS_AFTER[name]?.(rate, mode) ?? 0;
  return { severity: rate, matters_from: new Date(start + days * DAY).toISOString() };
}
