import { type Change, type PlainOptions, runBoxAlone } from './aero.ts';
import { LOG_TIMES } from './log.ts';
import { makeRandom } from './random.ts';
import { DAY, HOUR } from './sky.ts';

/** What looks like a fault and is none. */
export type LookalikeKind =
  // The battery is as low in winter as it was laid out to be, and full again in spring.
  | 'winter-battery'
  // The sun stays behind a ridge for weeks: light of the sky alone.
  | 'valley-panel'
  // Snow lies on the panel for days.
  | 'snow-on-panel'
  // Heavy trains shake the wire more often and harder for weeks.
  | 'heavy-trains'
  // A day much hotter than those around it.
  | 'hot-day'
  // The log time was changed: to an hour, or to ten minutes where it was an hour.
  | 'log-change';

export interface LookalikeOptions {
  kind: LookalikeKind;
  /** UTC ms. */
  fromMs: number;
  /** Default: what is usual for the kind; without effect for a winter battery, which is so from the start. */
  days?: number;
}

export interface LookalikeTruth extends LookalikeOptions {
  toMs: number;
}

/** Somebody was there, with or without telling the console that a new baseline begins. */
export interface Visit {
  atMs: number;
  /** Default 0. */
  aero?: 0 | 1;
  /** Default false. */
  newBaseline?: boolean;
}

/** Days that each lasts when nothing is said. */
const USUAL_DAYS: Record<LookalikeKind, number> = {
  'winter-battery': Infinity,
  'valley-panel': 70,
  'snow-on-panel': 8,
  'heavy-trains': 30,
  'hot-day': 1,
  'log-change': Infinity,
};

export const LOOKALIKE_KINDS = Object.keys(USUAL_DAYS) as LookalikeKind[];

export interface Lookalike {
  truth: LookalikeTruth;
  change: Change;
  /** What it sets elsewhere than in a change. */
  options: Partial<PlainOptions>;
}

/** What each kind does while it lasts; the first of the day's noon is six hours after `fromMs`. */
const EFFECTS: Record<LookalikeKind, (since: number) => Change> = {
  'winter-battery': () => ({}),
  'valley-panel': () => ({
    box: (state) => {
      state.beam = 0;
    },
  }),
  'snow-on-panel': () => ({
    box: (state) => {
      state.soil *= 0.04;
    },
  }),
  'heavy-trains': () => ({
    reading: (state) => {
      state.trains = 3;
    },
  }),
  'hot-day': (fromMs) => ({
    box: (state, { ms }) => {
      state.extraAirC += 8 * Math.sin((Math.PI * (ms - fromMs)) / DAY) ** 2;
    },
  }),
  'log-change': () => ({}),
};

/** The same change, between two moments only. */
function during(change: Change, fromMs: number, toMs: number): Change {
  const lasts = (ms: number) => ms >= fromMs && ms < toMs;
  const { box, reading } = change;
  return {
    ...(box && { box: (state, now) => lasts(now.ms) && box(state, now) }),
    ...(reading && { reading: (state, now) => lasts(now.ms) && reading(state, now) }),
  };
}

/** V to which the battery falls in the worst week of a box at its limit. */
const LIMIT_V = 3.58;

/** Current, mA, with which the battery of the box falls to its limit once in this weather, and not below. */
function loadAtLimit(plain: PlainOptions): number {
  let [low, high] = [1, 80];
  for (let turn = 0; turn < 9; turn++) {
    const loadMa = Math.sqrt(low * high);
    const { truth } = runBoxAlone({ ...plain, box: { ...plain.box, loadMa } });
    const lowest = truth.batteryV.reduce((one, other) => Math.min(one, other), Infinity);
    if (lowest > LIMIT_V) low = loadMa;
    else high = loadMa;
  }
  return low;
}

/** A lookalike on the box that the options describe. */
export function makeLookalike(wanted: LookalikeOptions, plain: PlainOptions): Lookalike {
  const toMs = wanted.fromMs + (wanted.days ?? USUAL_DAYS[wanted.kind]) * DAY;
  const options: Partial<PlainOptions> = {};
  const before = plain.logMs ?? LOG_TIMES.tenMinutes;
  if (wanted.kind === 'winter-battery') {
    options.box = { ...plain.box, loadMa: loadAtLimit(plain) };
  }
  if (wanted.kind === 'log-change') {
    const after = before === LOG_TIMES.hour ? LOG_TIMES.tenMinutes : LOG_TIMES.hour;
    const logTimes = [
      { fromMs: plain.sky.startMs, everyMs: before },
      { fromMs: wanted.fromMs, everyMs: after },
      ...(toMs < Infinity ? [{ fromMs: toMs, everyMs: before }] : []),
    ];
    options.logging = { ...plain.logging, logTimes };
  }
  const change = during(EFFECTS[wanted.kind](wanted.fromMs), wanted.fromMs, toMs);
  return { truth: { ...wanted, toMs }, change, options };
}

/** What stays after a visit: the ram set a little elsewhere, and a breath of gas more or less. */
export function makeVisit(visit: Visit, seed: string): Change {
  const random = makeRandom(seed, 'visit', visit.atMs);
  const [reset, gas] = [0.025 * random.normal(), 1 + 0.012 * random.normal()];
  return {
    aero: visit.aero ?? 0,
    mechanics: (state, { ms }) => {
      if (ms < visit.atMs) return;
      state.resetShare += reset;
      state.gas *= gas;
    },
  };
}

/** Half an hour of work: nothing is measured meanwhile, as the box is open. */
export function makeAbsence(atMs: number): Change {
  return {
    box: (state, { ms }) => {
      state.off ||= ms >= atMs && ms < atMs + HOUR / 2;
    },
  };
}
