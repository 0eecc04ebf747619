import type { Change } from './aero.ts';
import type { FaultKind } from './fault-kinds.ts';
import { DAY, HOUR } from './sky.ts';

/** A fault in time, and what it drew once. */
export interface Course {
  amount: number;
  /** 0 before it begins, 1 when whole, 0 after the repair. */
  grown: (ms: number) => number;
  /** Days since it began while it lasts, else 0. */
  days: (ms: number) => number;
  /** Days that it has lasted, which a repair does not take back. */
  lasted: (ms: number) => number;
  /** A number in [0, 1) that is the same within a slot of so many hours. */
  dice: (ms: number, hours: number) => number;
  /** Where it can go either way. */
  way: 1 | -1;
  /** Drawn once, in [0, 1). */
  draw: number;
}

type Effect = (course: Course) => Change;

/** What a box sends at once, roughly. */
const BATCH_HOURS = 6;

const MECHANICAL = {
  leak: ({ amount, days }) => ({
    mechanics: (state, { ms }) => {
      state.gas *= Math.max(0.2, 1 - (amount / 100) * days(ms));
    },
  }),
  burst: ({ amount, grown }) => ({
    mechanics: (state, { ms }) => {
      state.gas *= 1 - amount * grown(ms);
    },
  }),
  // Held for spans of two days, with jumps between them; a severe one never lets go.
  seized: ({ amount, grown, dice }) => ({
    mechanics: (state, { ms }) => {
      if (dice(ms, 48) < amount * grown(ms)) state.held = true;
    },
  }),
  friction: ({ amount, grown }) => ({
    mechanics: (state, { ms }) => {
      state.frictionAtLeast = Math.max(state.frictionAtLeast, amount * grown(ms));
    },
  }),
  creep: ({ amount, days, way }) => ({
    mechanics: (state, { ms }) => {
      state.slipMm += way * amount * days(ms);
    },
  }),
  slip: ({ amount, grown, way }) => ({
    mechanics: (state, { ms }) => {
      state.slipMm += way * amount * grown(ms);
    },
  }),
  break: ({ days }) => ({
    mechanics: (state, { ms }) => {
      state.broken ||= days(ms) > 0;
    },
  }),
  'near-stop': ({ amount, grown, way }) => ({
    mechanics: (state, { ms }) => {
      state.resetShare += way * amount * grown(ms);
    },
  }),
} satisfies Partial<Record<FaultKind, Effect>>;

const OF_SENSORS = {
  spike: ({ amount, days, dice, draw }) => ({
    reading: (state, { ms, logMs }) => {
      const slot = logMs / HOUR;
      if (days(ms) === 0 || dice(ms, slot) >= amount) return;
      const way = dice(ms + DAY, slot) < 0.5 ? -1 : 1;
      if (draw < 0.3) state.pressureAddBar += 20 * way;
      else state.strokeAddMm += way * (80 + 320 * dice(ms + 3 * DAY, slot));
    },
  }),
  'stuck-sensor': ({ amount, days, dice }) => ({
    reading: (state, { ms }) => {
      if (days(ms) > 0 && dice(ms, 72) < amount) state.strokeStuck = true;
    },
  }),
  'stroke-drift': ({ amount, days, way }) => ({
    reading: (state, { ms }) => {
      state.strokeAddMm += way * amount * days(ms);
    },
  }),
  'pressure-drift': ({ amount, days, way }) => ({
    reading: (state, { ms }) => {
      state.pressureAddBar += way * amount * days(ms);
    },
  }),
  'stroke-offset': ({ amount, grown, way }) => ({
    reading: (state, { ms }) => {
      state.strokeAddMm += way * amount * grown(ms);
    },
  }),
  'pressure-offset': ({ amount, grown, way }) => ({
    reading: (state, { ms }) => {
      state.pressureAddBar += way * amount * grown(ms);
    },
  }),
  'temperature-sun-bias': ({ amount, grown }) => ({
    reading: (state, { ms, lightWm2 }) => {
      state.temperatureAddC += (amount * grown(ms) * lightWm2) / 1000;
    },
  }),
  'temperature-offset': ({ amount, grown, way }) => ({
    reading: (state, { ms }) => {
      state.temperatureAddC += way * amount * grown(ms);
    },
  }),
} satisfies Partial<Record<FaultKind, Effect>>;

const OF_BOX = {
  'battery-ageing': ({ amount, grown }) => ({
    box: (state, { ms }) => {
      state.capacity *= 1 - (1 - amount) * grown(ms);
      state.resistance *= 1 + 1.7 * (1 / amount - 1) * grown(ms);
    },
  }),
  soiling: ({ amount, grown }) => ({
    box: (state, { ms }) => {
      state.soil *= 1 - (1 - amount) * grown(ms);
    },
  }),
  // A building or a tree takes the beam only, from one side that the sun passes all year.
  shading: ({ amount, grown, draw }) => {
    const centre = ((135 + 90 * draw) * Math.PI) / 180;
    const half = ((amount / 2) * Math.PI) / 180;
    return {
      box: (state, { ms, sunAzimuth }) => {
        const from = Math.abs(((sunAzimuth - centre + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
        if (from < half * grown(ms)) state.beam = 0;
      },
    };
  },
  // A link that is down sends later; a box that has failed has nothing to send.
  silent: ({ amount, days }) => ({
    box: (state, { ms }) => {
      if (days(ms) === 0 || days(ms) > amount) return;
      if (amount > 1000) state.off = true;
      else state.mute = true;
    },
  }),
} satisfies Partial<Record<FaultKind, Effect>>;

const MILLENNIUM = Date.UTC(2000, 0, 1);
const UPTIME = 18 * HOUR;

/** ms that the clock of a box is off: mild gains by the day, medium stands an hour off, severe falls back at times. */
function clockError({ amount, days, dice }: Course, ms: number): number {
  const since = days(ms);
  if (since === 0) return 0;
  if (amount === 3600) return amount * 1000;
  if (amount > 0) return Math.round(amount * since) * 1000;
  return dice(ms, UPTIME / HOUR) < 0.12 ? MILLENNIUM + (ms % UPTIME) - ms : 0;
}

const OF_SENDING = {
  // The first sample after a start is missing.
  reboot: ({ amount, lasted }) => ({
    reading: (state, { ms, logMs }) => {
      const starts = Math.floor(lasted(ms) / amount);
      state.boots += starts;
      state.lost ||= starts !== Math.floor(lasted(ms - Math.min(logMs, HOUR)) / amount);
    },
  }),
  'clock-jump': (course) => ({
    reading: (state, { ms }) => {
      state.clockMs += clockError(course, ms);
    },
  }),
  duplicates: ({ amount, days, dice }) => ({
    reading: (state, { ms }) => {
      if (days(ms) > 0 && dice(ms, BATCH_HOURS) < amount) state.copies = 2;
    },
  }),
  'out-of-order': ({ amount, days, dice }) => ({
    reading: (state, { ms }) => {
      const late = dice(ms, BATCH_HOURS);
      if (days(ms) > 0 && late < amount) state.lateMs += HOUR * (6 + (66 * late) / amount);
    },
  }),
} satisfies Partial<Record<FaultKind, Effect>>;

/** What each kind does; a wrong length is typed, and does nothing to the device. */
export const EFFECTS: Record<FaultKind, Effect> = {
  ...MECHANICAL,
  ...OF_SENSORS,
  ...OF_BOX,
  ...OF_SENDING,
  'wrong-length': () => ({}),
};
