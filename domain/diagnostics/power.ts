/** Findings on battery and panel. */
import { clearSky, cosZenith } from '../physics/solar.ts';
import { quantile, theilSen } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { byDay, DARK, DAY, HOUR } from './days.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';

/** Where an AERO has no battery threshold, V: below it no firmware is offered. */
const BATTERY_MIN = 3.5;

/** Trend of the lowest voltage of each day over 30 days, mV a week. */
export function batteryTrend({ points, now, input }: DiagnosticContext): Finding {
  const lows: { day: number; low: number }[] = [];
  for (const [start, list] of byDay(
    points.filter((point) => point.battery_voltage !== null && point.time > now - 30 * DAY),
  ))
    if (list.length >= 6)
      lows.push({
        day: start / DAY,
        low: quantile(
          list.map((point) => point.battery_voltage!),
          0.02,
        ),
      });
  if (lows.length < 14)
    return notEvaluable('battery_trend', 'mV/week', lows.length === 0 ? 'no_data' : 'too_few_days');
  const line = theilSen(
    lows.map(({ day }) => day),
    lows.map(({ low }) => low),
  )!;
  const weekly = line.b * 7 * 1000;
  const limit = input.aero.battery_min || BATTERY_MIN;
  const under = lows.slice(-7).filter(({ low }) => low < limit).length;
  const significant = Math.abs(line.b) > 2 * line.error;
  const verdict = under >= 2 ? 'bad' : significant ? graded(-weekly, 10, 40) : 'good';
  return found('battery_trend', weekly, 'mV/week', verdict, {
    lowest: lows.at(-1)!.low,
    days_under_limit: under,
    limit,
  });
}

/** Sun at least this high (cosine of the zenith angle), so that a few minutes of error matter little. */
const HIGH = 0.25;

/**
 * Charge current per W/m² of clear sky, by day: the best moments, when neither clouds nor a full battery
 * hold it back. Solar noon is the middle of the panel's day, so no longitude is needed.
 */
function chargeShares({ points, input }: DiagnosticContext): { day: number; share: number }[] {
  const shares: { day: number; share: number }[] = [];
  for (const [day, list] of byDay(points)) {
    const lit = list.filter((point) => (point.solar_voltage ?? 0) > DARK && point.charge_current !== null);
    if (lit.length < 12) continue;
    const noon = (lit[0]!.time + lit.at(-1)!.time) / 2;
    const dayOfYear = Math.floor((day - Date.UTC(new Date(day).getUTCFullYear(), 0, 1)) / DAY) + 1;
    const ratios = lit.flatMap((point) => {
      const cosz = cosZenith(input.latitude ?? 47, dayOfYear, 12 + (point.time - noon) / HOUR);
      return cosz > HIGH ? [Math.max(0, point.charge_current!) / clearSky(cosz)] : [];
    });
    if (ratios.length >= 6) shares.push({ day, share: quantile(ratios, 0.95) });
  }
  return shares;
}

/** Best days of the last two weeks against the best of those before, %: what dirt or shade takes. */
export function panelTrend(context: DiagnosticContext): Finding {
  const shares = chargeShares(context);
  const recent = shares.filter(({ day }) => day > context.now - 14 * DAY).map(({ share }) => share);
  const past = shares.filter(({ day }) => day <= context.now - 14 * DAY).map(({ share }) => share);
  if (shares.length === 0) return notEvaluable('panel_trend', '%', 'no_data');
  if (recent.length < 7 || past.length < 14) return notEvaluable('panel_trend', '%', 'too_few_days');
  const best = quantile(past, 0.95);
  if (best <= 0) return notEvaluable('panel_trend', '%', 'no_data');
  const left = (100 * quantile(recent, 0.95)) / best;
  return found('panel_trend', left, '%', graded(100 - left, 30, 50), {
    days: recent.length,
    days_before: past.length,
  });
}
