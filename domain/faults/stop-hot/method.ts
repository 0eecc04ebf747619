/** The device temperature at which the ram reaches its hot stop, compared with the extreme of its place. */
import { type Finding, type NotEvaluable, notEvaluable } from '../finding.ts';
import type { Extremes } from '../shared/context.ts';
import { type EndStops, stopFinding } from '../shared/end-stops.ts';

/** Value: °C. */
export const stopHot = (stops: EndStops | NotEvaluable, { hot }: Extremes): Finding =>
  typeof stops === 'string'
    ? notEvaluable('stop_hot', '°C', stops)
    : stopFinding('stop_hot', stops, stops.hot, hot - stops.hot, hot);
