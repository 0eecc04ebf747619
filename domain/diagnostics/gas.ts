/** Amount of gas by day, pressure with temperature and stroke taken out (domain.md 2.3). */
import { expansionOf } from '../physics/expansion.ts';
import { absolutePressure, tunedColumn } from '../physics/gas.ts';
import { median } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import { DAY, type FullPoint } from './points.ts';

/** Relative amount of gas by day, 1 = the median of the first week. */
export interface GasDays {
  /** Days since 1970. */
  readonly day: number[];
  readonly value: number[];
  /** `learnt`: from how pressure follows the stroke within days; `geometry`: P·V/T with the column of a tuned device. */
  readonly method: 'learnt' | 'geometry';
  /** Share of the pressure a mm of reading takes (1/mm): −1/h0 where the reading grows with the volume. */
  readonly perMm: number;
}

/** The gas by day, or why it cannot be told. */
export type Gas = GasDays | 'no_data' | 'no_length' | 'too_few_days';

/** Whose a slow drift is; null where nothing drifts, `unclear` where the gas cannot say. */
export type Cause = 'wire' | 'stroke_sensor' | 'gas' | 'pressure_sensor' | 'friction' | 'unclear' | null;

type Pressed = FullPoint & { readonly pressure: number };
const KELVIN = 273.15;
/** ln(P/T): what is left of it once the stroke is taken out is the gas. */
const amountOf = (point: Pressed) =>
  Math.log(absolutePressure(point.pressure) / (point.temperature + KELVIN));

/** Fewest hours of a day; fewest days. */
const LEAST_HOURS = 6;
const LEAST_DAYS = 10;
/** The strokes must have moved by this within days, mm (root mean square), for the column to be learnt. */
const LEAST_TRAVEL = 8;

/** Hours with pressure of days on which no sensor repeated itself; a held ram still trembles by a mm. */
function hoursOf(day: Day): Pressed[] {
  const hours = day.hours.filter((hour) => hour.pressure !== null) as Pressed[];
  if (hours.length < LEAST_HOURS) return [];
  const still = (of: (hour: Pressed) => number) => hours.every((hour) => of(hour) === of(hours[0]!));
  const warmed = !still((hour) => Math.round(hour.temperature / 3));
  if (warmed && (still((hour) => hour.stroke) || still((hour) => hour.pressure))) return [];
  return hours.length >= 12 && still((hour) => hour.temperature) ? [] : hours;
}

export function gasDays({
  days,
  edge,
  model,
  input,
}: Pick<DiagnosticContext, 'days' | 'edge' | 'model' | 'input'>): Gas {
  if (!days.some((day) => day.hours.some((hour) => hour.pressure !== null))) return 'no_data';
  const usable = days
    .map((day) => ({ start: day.start, hours: hoursOf(day) }))
    .filter(({ hours }) => hours.length > 0);
  if (usable.length < LEAST_DAYS) return 'too_few_days';
  const { aero } = input;
  const slope = edge?.b ?? (typeof model === 'string' ? 1 : model.b);
  const column = aero.regularized_length
    ? tunedColumn(aero.regularized_length, expansionOf(aero.conductor_type, aero.expansion_coefficient))
    : null;
  const theory = column === null ? null : -Math.sign(slope) / column / 1000;
  const learnt = learn(usable.map(({ hours }) => hours));
  // The sign too is learnt: after a break the line of the stroke may point anywhere.
  const ratio = learnt === null || theory === null ? null : Math.abs(learnt / theory);
  const plausible = learnt !== null && (ratio === null ? learnt * slope < 0 : ratio > 0.6 && ratio < 1.6);
  const perMm = plausible ? learnt : theory;
  if (perMm === null) return 'no_length';
  const value = usable.map(({ hours }) => median(hours.map((hour) => amountOf(hour) - perMm * hour.stroke)));
  const base = median(value.slice(0, 7));
  return {
    day: usable.map(({ start }) => start / DAY),
    value: value.map((amount) => Math.exp(amount - base)),
    method: plausible ? 'learnt' : 'geometry',
    perMm,
  };
}

/** How ln(P/T) follows the stroke within days, so that what leaks or drifts between days plays no part. */
function learn(days: readonly Pressed[][]): number | null {
  let [sxx, sxy, n] = [0, 0, 0];
  for (const hours of days) {
    const amounts = hours.map(amountOf);
    const middle = hours.reduce((sum, hour) => sum + hour.stroke, 0) / hours.length;
    hours.forEach((hour, i) => {
      sxx += (hour.stroke - middle) ** 2;
      sxy += (hour.stroke - middle) * amounts[i]!;
    });
    n += hours.length;
  }
  return sxx / n > LEAST_TRAVEL ** 2 ? sxy / sxx : null;
}
