import type { Change } from './aero.ts';
import { type Course, EFFECTS } from './fault-effects.ts';
import { type FaultOptions, type FaultTruth, type Severity, SORTS, type Sort } from './fault-kinds.ts';
import { makeRandom, type Random } from './random.ts';
import { DAY, HOUR } from './sky.ts';

const SEVERITIES: Severity[] = ['mild', 'medium', 'severe'];

/** Numbers by slots of time, without a state: the same moment always throws the same. */
function makeDice(random: Random): (ms: number, hours: number) => number {
  const salt = Math.floor(random.next() * 2 ** 31);
  return (ms, hours) => {
    let mixed = (Math.floor(ms / (hours * HOUR)) ^ salt) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
}

function makeCourse(truth: FaultTruth, random: Random): Course {
  const { beginsMs, wholeMs, amount } = truth;
  const ends = truth.endsMs ?? Infinity;
  const days = (ms: number) => (ms < beginsMs || ms >= ends ? 0 : (ms - beginsMs) / DAY + 1e-9);
  return {
    amount,
    days,
    lasted: (ms) => Math.max(0, (Math.min(ms, ends) - beginsMs) / DAY),
    grown: (ms) => (days(ms) === 0 ? 0 : Math.min(1, (ms - beginsMs + 1) / (wholeMs - beginsMs + 1))),
    dice: makeDice(random),
    way: random.chance(0.5) ? 1 : -1,
    draw: random.next(),
  };
}

/** The truth of a fault that begins as the options say, in a world that starts at `startMs`. */
function makeTruth(options: FaultOptions, startMs: number): FaultTruth {
  const sort: Sort = SORTS[options.kind];
  const amount = sort.amounts[SEVERITIES.indexOf(options.severity)]!;
  const beginsMs = options.kind === 'wrong-length' ? startMs : options.beginsMs;
  // Gas needs an hour to leave by a burst seal; other sudden faults are there in one sample.
  const sudden = options.kind === 'burst' ? HOUR : 0;
  const wholeMs = beginsMs + (options.slow ? sort.slowDays * DAY : sudden);
  const over = options.kind === 'silent' && amount < 1000 ? beginsMs + amount * DAY : Infinity;
  const endsMs = Math.min(options.repairedMs ?? Infinity, over);
  return {
    ...options,
    scope: sort.ofBox ? 'box' : 'aero',
    amount,
    unit: sort.unit,
    beginsMs,
    wholeMs,
    ...(endsMs < Infinity ? { endsMs } : {}),
  };
}

export interface Fault {
  truth: FaultTruth;
  change: Change;
}

/** A fault with its truth; the seed draws what the options leave open (which way, at which moments). */
export function makeFault(options: FaultOptions, seed: string, startMs: number): Fault {
  const truth = makeTruth(options, startMs);
  const course = makeCourse(truth, makeRandom(seed, 'fault', options.kind, options.beginsMs));
  const change = EFFECTS[options.kind](course);
  return { truth, change: truth.scope === 'box' ? change : { ...change, aero: options.aero ?? 0 } };
}
