/** The device temperature at which the ram reaches its cold stop, compared with the extreme of its place. */
import { type Finding, type NotEvaluable, notEvaluable } from '../finding.ts';
import type { Extremes } from '../shared/context.ts';
import { type EndStops, stopFinding } from '../shared/end-stops.ts';

/** Value: °C. */
export const stopCold = (stops: EndStops | NotEvaluable, { cold }: Extremes): Finding =>
  typeof stops === 'string'
    ? notEvaluable('stop_cold', '°C', stops)
    : stopFinding('stop_cold', stops, stops.cold, stops.cold - cold, cold);
