/** Where the ram reaches its end stops. */
import { endStops, marginAt } from '../physics/end-stop.ts';
import { quantile } from '../physics/statistics.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Edge, offEdge } from './edge.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { DAY } from './points.ts';

/** °C inside the extremes that are watched (the temperature is sure to about one) and bad; and without nights enough for an edge, when less is sure. */
const LIMITS = [1, 5] as const;
const UNSURE_LIMITS = [5, 10] as const;
/** mm from the safety margin of a stop that count as lying at it. */
const NEAR = 20;
/** Fewest days for any word on the stops. */
const LEAST_DAYS = 7;

/**
 * Device temperatures at which the ram comes within its safety margin of the end stops, hot and cold: watch 1 °C
 * inside the extremes, bad 5 °C inside. The cold one is read from the nights' edge, where the ram truly stands
 * on cold nights; the hot one from the same edge and what sun and trains add to it on warm days. Without nights
 * enough the line through all hours serves, with half the loop's width.
 */
export function stops(context: DiagnosticContext, held: Finding): [Finding, Finding] {
  const { model, edge, travel, input, now, loop, hours, days, extremes } = context;
  const none = (reason: Parameters<typeof notEvaluable>[2]): [Finding, Finding] => [
    notEvaluable('stop_hot', '°C', reason),
    notEvaluable('stop_cold', '°C', reason),
  ];
  if (travel === null) return none('no_model_stroke');
  if (typeof model === 'string') return none(model);
  if (edge === null && days.length < LEAST_DAYS) return none('too_few_days');
  const { stroke_min_offset, stroke_max_offset } = input.aero;
  const range = { min: 0, max: travel, minOffset: stroke_min_offset ?? 0, maxOffset: stroke_max_offset ?? 0 };
  const newest = hours.at(-1)?.stroke;
  // A ram that is held in the middle tells no temperature of its stops; one that is held by a stop does.
  const atStop =
    newest !== undefined && (newest < range.minOffset + NEAR || newest > range.max - range.maxOffset - NEAR);
  if (held.verdict === 'bad' && !atStop) return none('does_not_move');
  const width = loop?.depth ?? 0;
  const byLine = endStops(model, range, width);
  const byEdge = edge && endStops(edge, range);
  const added = edge && byEdge ? warmth(lastDays(context, WARM_DAYS), edge) : null;
  if (!byLine && !byEdge) return none('does_not_move');
  const hot = byEdge && added !== null ? byEdge.hot - added : (byLine ?? byEdge)!.hot;
  const cold = (byEdge ?? byLine)!.cold;
  const recent = hours.at(-1);
  const limits = byEdge ? LIMITS : UNSURE_LIMITS;
  const details = {
    width,
    source: byEdge ? 'nights' : model.source,
    margin: recent && recent.time > now - DAY ? marginAt(model, range, recent.temperature, width) : null,
  };
  return [
    found('stop_hot', hot, '°C', graded(extremes.hot - hot, limits[0], limits[1]), {
      ...details,
      extreme: extremes.hot,
      added,
    }),
    found('stop_cold', cold, '°C', graded(cold - extremes.cold, limits[0], limits[1]), {
      ...details,
      extreme: extremes.cold,
    }),
  ];
}

/** Days looked at for what the sun adds. */
const WARM_DAYS = 60;

/** °C by which the ram stands further out than the nights' edge at the warmest hours of the sunniest days. */
function warmth(days: readonly Day[], edge: Edge): number | null {
  const off = days.flatMap(({ warmest }) => (warmest ? [offEdge(edge, warmest) / edge.b] : []));
  return off.length < 10 ? null : Math.max(0, quantile(off, 0.9));
}
