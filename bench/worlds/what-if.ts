/**
 * "What if 45 °C": the position that an AERO's model predicts, and the stops that its diagnosis names,
 * compared with the true position of an AERO of the plain world. `node bench/worlds/what-if.ts --seed
 * 901,902` prints a table by season of the prediction.
 */
import { parseArgs } from 'node:util';
import { DAY } from '@aerowatch/domain/durations';
import { diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import { type Day, daysOf } from '@aerowatch/domain/faults/shared/days/days';
import { AT_RISK } from '@aerowatch/domain/forecast/basis';
import {
  freeStrokeAt,
  type Standing,
  standingOf,
  standsAt,
} from '@aerowatch/domain/forecast/standing/standing';
import { thermalSlope } from '@aerowatch/domain/physics/expansion';
import { Draws, keyOf } from '@aerowatch/simulator/prng';
import { FOLLOWED, type PlainAero, plainWorld } from './plain.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1,2' },
    aeros: { type: 'string', default: '6' },
    findings: { type: 'boolean', default: false },
  },
});
const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
const ASKED = { hot: 45, cold: -15 } as const;
/** Days of the record before the first prediction, and between predictions. */
const FIRST_LOOK = 61;
const LOOK_EVERY = 36;
const WINDOW = 90;
const ALPHA = 17e-6;

interface Sums {
  n: number;
  off: number;
  squares: number;
  inside: number;
  over: number;
  width: number;
  reaching: number;
  free: number;
  freeMiddle: number;
  beyond: number;
  beyondFree: number;
}
const noSums = (): Sums => ({
  n: 0,
  off: 0,
  squares: 0,
  inside: 0,
  over: 0,
  width: 0,
  reaching: 0,
  free: 0,
  freeMiddle: 0,
  beyond: 0,
  beyondFree: 0,
});
const sums = new Map<string, Sums>();
const stopSums = new Map<string, { n: number; off: number; inside: number }>();
const seasonOf = (day: number) => SEASONS[Math.floor((((day % 365.25) + 31) / 91.4) % 4)]!;
const at = <T>(map: Map<string, T>, key: string, make: () => T): T => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

function look(aero: PlainAero, day: number, draws: Draws): void {
  const now = (aero.from + day + 1) * DAY;
  const days = daysOf(aero.measures.filter(({ time }) => time < now && time >= now - WINDOW * DAY));
  const hours = days.flatMap((one) => one.hours);
  const entered = aero.device.length * (1 + draws.normal(0, 0.03));
  const standing = standingOf(hours, thermalSlope(entered, ALPHA), null, aero.place);
  if (typeof standing === 'string') return;
  for (const side of ['hot', 'cold'] as const) {
    const judged = judge(aero, day, standing, side, draws.uniform(-7, 7));
    if (!judged) continue;
    for (const season of [seasonOf(aero.from + day), 'all'])
      addTo(at(sums, `${side} ${season}`, noSums), judged);
  }
  if (values.findings) lookAtStops(aero, day, days, entered);
}

interface Judged {
  /** °C by which the predicted position is too far out, and the width of its interval. */
  readonly off: number;
  readonly width: number;
  readonly inside: boolean;
  readonly unsafe: boolean;
  /**
   * Whether it truly reaches its margin, also by 2 °C and more, and whether it is called free, by chance or
   * by median.
   */
  readonly reaches: boolean;
  readonly beyond: boolean;
  readonly free: boolean;
  readonly freeMiddle: boolean;
}

/** One prediction at one end; its margin is the position `spare` °C before the requested temperature. */
function judge(
  aero: PlainAero,
  day: number,
  standing: Standing,
  side: 'hot' | 'cold',
  spare: number,
): Judged | null {
  const { device } = aero;
  const hot = side === 'hot';
  const outward = hot ? 1 : -1;
  const truth = aero.truth(day, ASKED[side], hot);
  const edge = aero.truth(day, ASKED[side] - outward * spare, hot);
  if (truth <= 1 || truth >= device.stroke - 1 || edge <= 12 || edge >= device.stroke - 12) return null;
  const slope = device.sign * thermalSlope(device.length, ALPHA);
  // Positive: towards the requested end.
  const towards = device.sign * outward;
  const beyond = (stroke: number, limit: number) => towards * (stroke - limit);
  const travel = {
    stroke: device.stroke,
    minOffset: towards > 0 ? 4 : edge,
    maxOffset: towards > 0 ? device.stroke - edge : 4,
  };
  const { p05, p50, p95 } = freeStrokeAt(standing, ASKED[side]);
  return {
    off: beyond(p50, truth) / Math.abs(slope),
    width: (p95 - p05) / Math.abs(slope),
    inside: truth >= p05 && truth <= p95,
    unsafe: beyond(truth, towards > 0 ? p95 : p05) > 0,
    reaches: beyond(truth, edge) >= 0,
    beyond: beyond(truth, edge) >= 2 * Math.abs(slope),
    free: standsAt(standing, travel, ASKED[side]).margin! < AT_RISK,
    freeMiddle: beyond(p50, edge) < 0,
  };
}

function addTo(sum: Sums, { off, width, inside, unsafe, reaches, beyond, free, freeMiddle }: Judged): void {
  sum.n += 1;
  sum.off += off;
  sum.squares += off * off;
  sum.width += width;
  sum.inside += Number(inside);
  sum.over += Number(unsafe);
  sum.reaching += Number(reaches);
  sum.free += Number(reaches && free);
  sum.freeMiddle += Number(reaches && freeMiddle);
  sum.beyond += Number(beyond);
  sum.beyondFree += Number(beyond && free);
}

/** Margins of the findings, as a share of the travel. */
const MARGIN = 0.1;

function lookAtStops(aero: PlainAero, day: number, days: readonly Day[], entered: number): void {
  const { device, place } = aero;
  const margin = device.stroke * MARGIN;
  const { findings } = diagnoseDays({
    days,
    aero: {
      model_type: device.modelType === 480 ? 1 : 2,
      conductor_type: 'wire',
      mechanical_tension: device.tension / 10,
      regularized_length: entered,
      expansion_coefficient: null,
      stroke_min_offset: margin,
      stroke_max_offset: margin,
      battery_min: null,
    },
    latitude: place.latitude,
    longitude: place.longitude,
  });
  for (const side of ['hot', 'cold'] as const) {
    const finding = findings.find(({ key }) => key === `stop_${side}`);
    const error = finding?.details.error;
    if (typeof finding?.value !== 'number' || typeof error !== 'number') continue;
    const upper = (side === 'hot') === device.sign > 0;
    const truth = temperatureOf(aero, day, upper ? device.stroke - margin : margin, side === 'hot');
    if (truth === null) continue;
    for (const season of [seasonOf(aero.from + day), 'all']) {
      const sum = at(stopSums, `${side} ${season}`, () => ({ n: 0, off: 0, inside: 0 }));
      sum.n += 1;
      sum.off += finding.value - truth;
      sum.inside += Number(Math.abs(finding.value - truth) <= error);
    }
  }
}

/**
 * Temperature at which its true position is at an edge; null outside 0 to 70 °C for heat, −45 to 10 °C for
 * cold.
 */
function temperatureOf(aero: PlainAero, day: number, edge: number, hot: boolean): number | null {
  let [low, high] = hot ? [10, 70] : [-45, 15];
  const beyond = (temperature: number) => (aero.truth(day, temperature, hot) - edge) * aero.device.sign;
  if (beyond(low) > 0 || beyond(high) < 0) return null;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (beyond(middle) > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

for (const seed of values.seed.split(',').map(Number))
  for (const aero of plainWorld(seed, Number(values.aeros))) {
    const draws = new Draws(keyOf('looks', aero.id));
    for (let day = FIRST_LOOK; day < FOLLOWED; day += LOOK_EVERY) look(aero, day, draws);
  }
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`);
process.stdout.write(
  'asked season | n | bias °C | deviation | in 90 % | truth beyond, unsafe | width °C | called free of those that reach (by the middle) | of those 2 °C beyond\n',
);
for (const [key, one] of [...sums].sort(([a], [b]) => a.localeCompare(b)))
  process.stdout.write(
    `${key} | ${one.n} | ${(one.off / one.n).toFixed(2)} | ${Math.sqrt(one.squares / one.n - (one.off / one.n) ** 2).toFixed(2)} | ${share(one.inside, one.n)} | ${share(one.over, one.n)} | ${(one.width / one.n).toFixed(1)} | ${share(one.free, one.reaching)} of ${one.reaching} (${share(one.freeMiddle, one.reaching)}) | ${share(one.beyondFree, one.beyond)}\n`,
  );
for (const [key, { n, off, inside }] of [...stopSums].sort(([a], [b]) => a.localeCompare(b)))
  process.stdout.write(
    `stop_${key} | ${n} | ${(off / n).toFixed(2)} °C | within error ${share(inside, n)}\n`,
  );
