import { clearSky, cosZenith } from '../physics/solar.ts';
import { median } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import type { Edge } from './edge.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { grown, WHOLE_LOOP } from './loop.ts';
import { DAY, HOUR } from './points.ts';

/** Days put together now, fewest of them, and fewest before. */
const RECENT_DAYS = 14;
const LEAST = 8;
/** h from noon looked at. */
const NOON_HOURS = 2;
/** Sun at least this high (cosine of the zenith angle). */
const HIGH = 0.2;
/** °C at 1,000 W/m² of clear sky. */
const LIMITS = [4, 7] as const;

interface Noon {
  /** °C the device reads above what the stroke speaks of, for each 1,000 W/m² of a clear sky. */
  readonly excess: number;
  /** 1,000 W/m² over that clear sky. */
  readonly low: number;
}

function noonOf(day: Day, edge: Edge, latitude: number): Noon[] {
  if (!day.light) return [];
  const { noon } = day.light;
  const number = Math.floor((day.start - Date.UTC(new Date(day.start).getUTCFullYear(), 0, 1)) / DAY) + 1;
  const all = day.hours.flatMap((hour) => {
    const off = (hour.time - noon) / HOUR;
    const cosz = cosZenith(latitude, number, 12 + off);
    if (Math.abs(off) > NOON_HOURS || cosz < HIGH) return [];
    const low = 1000 / clearSky(cosz);
    return [{ excess: ((edge.a + edge.b * hour.temperature - hour.stroke) / edge.b) * low, low }];
  });
  if (all.length === 0) return [];
  return [{ excess: median(all.map(({ excess }) => excess)), low: median(all.map(({ low }) => low)) }];
}

/**
 * Change, over the last two weeks against before, of what the sun adds to the temperature sensor beyond the
 * wire, °C at 1,000 W/m²: a lost sun shield, a sensor that came off. One that was so from the first day on
 * looks like a wire that the sun heats little, and is not found.
 */
export function temperatureBias(context: DiagnosticContext): Finding {
  const { edge, days, now, input, loop, loopBefore } = context;
  if (edge === null || Math.abs(edge.b) < 0.1)
    return notEvaluable('temperature_bias', 'K', edge === null ? 'too_few_days' : 'does_not_move');
  // A ram that stands still more often lags by day as if the sun were on the sensor.
  if (grown(loop, loopBefore)) return notEvaluable('temperature_bias', 'K', 'does_not_move');
  const noonsOf = (of: readonly Day[]) => of.flatMap((day) => noonOf(day, edge, input.latitude ?? 47));
  const recent = noonsOf(days.filter((day) => day.start > now - RECENT_DAYS * DAY));
  const past = noonsOf(days.filter((day) => day.start <= now - RECENT_DAYS * DAY));
  if (recent.length + past.length === 0) return notEvaluable('temperature_bias', 'K', 'no_light');
  if (recent.length < LEAST || past.length < LEAST)
    return notEvaluable('temperature_bias', 'K', 'too_few_days');
  const middle = (noons: readonly Noon[], of: keyof Noon) => median(noons.map((noon) => noon[of]));
  const change = middle(recent, 'excess') - middle(past, 'excess');
  // The ram's lag behind the edge weighs more, in these units, under a lower sun: that much is no change.
  const lag = (WHOLE_LOOP * ((loopBefore ?? loop)?.depth ?? 0)) / Math.abs(edge.b);
  const spared = lag * Math.max(0, middle(recent, 'low') - middle(past, 'low'));
  return found('temperature_bias', change, 'K', graded(change - spared, ...LIMITS), {
    now: middle(recent, 'excess'),
    before: middle(past, 'excess'),
    days: recent.length,
  });
}
