/** Findings on the gas: its relative amount, and how fast it leaves. */
import { expansionOf } from '../physics/expansion.ts';
import { fitGas, type GasPoint, gasQuantity, relativeGas, tunedColumn } from '../physics/gas.ts';
import { median, theilSen } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { DAY, dailyMedians } from './days.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';

/** Relative amount of gas by day, 1 = the median of the first week. */
export interface GasDays {
  readonly day: number[];
  readonly value: number[];
  /** `geometry`: P·V/T with the column of a tuned device; `fit`: gas law learnt from the first month. */
  readonly method: 'geometry' | 'fit';
}

export function gasDays({
  clean,
  model,
  input,
}: DiagnosticContext): GasDays | 'no_data' | 'no_length' | 'too_few_days' {
  const points = clean.filter((point) => point.pressure !== null) as GasPoint[];
  if (points.length === 0) return 'no_data';
  const { aero } = input;
  const sign = typeof model !== 'string' && model.b < 0 ? -1 : 1;
  const reference = median(points.map((point) => point.stroke));
  let sample: (point: GasPoint) => number;
  if (aero.regularized_length) {
    const column = tunedColumn(
      aero.regularized_length,
      expansionOf(aero.conductor_type, aero.expansion_coefficient),
    );
    sample = (point) =>
      gasQuantity(point.pressure, point.temperature, sign * (point.stroke - reference), column);
  } else {
    const law = fitGas(points.filter((point) => point.time < points[0]!.time + 30 * DAY));
    if (!law) return 'no_length';
    sample = (point) => relativeGas(law, point);
  }
  const { day, value } = dailyMedians(points.map((point) => ({ time: point.time, value: sample(point) })));
  if (day.length < 10) return 'too_few_days';
  const base = median(value.slice(0, 7));
  return {
    day,
    value: value.map((amount) => amount / base),
    method: aero.regularized_length ? 'geometry' : 'fit',
  };
}

/** Trend of the compensated pressure over the last 30 days, % a month. */
export function pressureTrend(context: DiagnosticContext): Finding {
  const gas = gasDays(context);
  if (typeof gas === 'string') return notEvaluable('pressure_trend', '%/month', gas);
  const from = gas.day.at(-1)! - 30;
  const recent = gas.day.flatMap((day, i) => (day > from ? [i] : []));
  if (recent.length < 10) return notEvaluable('pressure_trend', '%/month', 'too_few_days');
  const line = theilSen(
    recent.map((i) => gas.day[i]!),
    recent.map((i) => gas.value[i]!),
  )!;
  const monthly = line.b * 30 * 100;
  const significant = Math.abs(line.b) > 2 * line.error;
  return found('pressure_trend', monthly, '%/month', significant ? graded(-monthly, 0.5, 2) : 'good', {
    error: line.error * 30 * 100,
    days: recent.length,
    method: gas.method,
  });
}

/** Gas left, % of the first week's: under 97 watch, under 93 bad; or bad when it leaves by 2 % a month. */
export function leak(context: DiagnosticContext): Finding {
  const gas = gasDays(context);
  if (typeof gas === 'string') return notEvaluable('leak', '%', gas);
  const left = 100 * median(gas.value.slice(-3));
  const trend = pressureTrend(context);
  const byAmount = graded(100 - left, 3, 7);
  const verdict = byAmount === 'good' || trend.verdict !== 'bad' ? byAmount : 'bad';
  const daily = trend.value === null ? 0 : -trend.value / 30;
  return found('leak', left, '%', verdict, {
    method: gas.method,
    // Until 85 % of the gas is left, at today's pace.
    days_left: daily > 0.01 && verdict !== 'good' ? Math.max(0, (left - 85) / daily) : null,
  });
}
