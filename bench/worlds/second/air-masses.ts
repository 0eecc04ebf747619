import { bySeason, type Climate } from './climates.ts';
import { makeMemory, type Random } from './random.ts';

const DAY_HOURS = 24;

/** A week unlike any before: the air is this much warmer or colder than the weather that would have been. */
export interface ExtremeWeek {
  /** Days after the start of the sky. */
  day: number;
  /** °C, for example 12 or -12. */
  kelvin: number;
  /** Default 7. */
  days?: number;
}

/** By hour: what the large weather brings, before the sun of the day. */
export interface AirMasses {
  /** °C over or under the season. */
  anomaly: Float64Array;
  /** Added to the log-odds of cloud. */
  cloudOdds: Float64Array;
  /** Multiplies the wind. */
  wind: Float64Array;
}

/** 0 outside, 1 inside, over ramps of this many hours at both ends. */
function plateau(hour: number, from: number, to: number, ramp: number): number {
  const rise = Math.min(1, Math.max(0, (hour - from) / ramp));
  const fall = Math.min(1, Math.max(0, (to - hour) / ramp));
  const least = Math.min(rise, fall);
  return least * least * (3 - 2 * least);
}

/** One air mass after the other: cold ones arrive by a front within hours, warm ones take a day. */
function succession(
  masses: AirMasses,
  climate: Climate,
  random: Random,
  yearDayOf: (hour: number) => number,
) {
  const { anomaly, cloudOdds, wind } = masses;
  let [before, oddsBefore, windBefore] = [0, 0, 1];
  for (let hour = 0; hour < anomaly.length; ) {
    const yearDay = yearDayOf(hour);
    const spread = bySeason(climate.spreadC, yearDay);
    const next = -0.2 * before + 0.98 * spread * random.normal();
    const cold = next < before;
    // Warm air is dull in winter and bright in summer.
    const odds = (bySeason([0.3, -0.5], yearDay) * next) / spread + 0.9 * random.normal();
    const windy = Math.exp(0.35 * random.normal());
    const ramp = cold ? random.between(3, 9) : random.between(12, 32);
    const lasts = Math.round(28 + random.exponential(62));
    const end = Math.min(anomaly.length, hour + lasts);
    for (let at = hour; at < end; at++) {
      const share = Math.min(1, (at - hour) / ramp);
      const eased = share * share * (3 - 2 * share);
      const front = Math.abs(next - before) * Math.exp(-(((at - hour - ramp / 2) / (ramp / 2 + 5)) ** 2));
      anomaly[at] = before + (next - before) * eased;
      cloudOdds[at] = oddsBefore + (odds - oddsBefore) * eased + 0.3 * front;
      wind[at] = (windBefore + (windy - windBefore) * eased) * (1 + (cold ? 0.09 : 0.03) * front);
    }
    [before, oddsBefore, windBefore] = [next, odds, windy];
    hour = end;
  }
}

/** Adds a spell that lies over everything else. */
function addSpell(masses: AirMasses, from: number, hours: number, kelvin: number, ramp: number): void {
  for (let at = Math.max(0, from); at < Math.min(masses.anomaly.length, from + hours); at++) {
    const share = plateau(at, from, from + hours, ramp);
    masses.anomaly[at]! += kelvin * share;
    masses.cloudOdds[at]! -= 1.4 * share;
    masses.wind[at]! *= 1 - 0.35 * share;
  }
}

/** Heat waves from June to August, cold waves from December to February. */
function addWaves(masses: AirMasses, climate: Climate, random: Random, yearDayOf: (hour: number) => number) {
  const perDay = { heat: climate.waves.heat / 92, cold: climate.waves.cold / 90 };
  for (let hour = 0; hour < masses.anomaly.length; hour += DAY_HOURS) {
    const yearDay = yearDayOf(hour);
    const summer = yearDay > 151 && yearDay < 243;
    const winter = yearDay < 59 || yearDay > 334;
    const lasts = DAY_HOURS * random.between(4, 11);
    const strength = random.between(3, 7);
    if (summer && random.chance(perDay.heat)) addSpell(masses, hour, lasts, strength, 30);
    if (winter && random.chance(perDay.cold)) addSpell(masses, hour, lasts, -1.6 * strength, 20);
  }
}

/** The large weather of a place, hour by hour: fronts, spells, and the slow swing of weeks. */
export function makeAirMasses(
  climate: Climate,
  random: Random,
  hours: number,
  yearDayOf: (hour: number) => number,
  extreme: ExtremeWeek | undefined,
): AirMasses {
  const masses = {
    anomaly: new Float64Array(hours),
    cloudOdds: new Float64Array(hours),
    wind: new Float64Array(hours),
  };
  succession(masses, climate, random, yearDayOf);
  addWaves(masses, climate, random, yearDayOf);
  const slow = makeMemory(random, 20 * DAY_HOURS);
  const year = 0.6 * random.normal();
  for (let hour = 0; hour < hours; hour++) masses.anomaly[hour]! += year + 1.2 * slow();
  if (extreme) {
    const from = extreme.day * DAY_HOURS - 18;
    addSpell(masses, from, (extreme.days ?? 7) * DAY_HOURS + 36, extreme.kelvin, 18);
  }
  return masses;
}
