/** Stores data of a diagnosis for forecasts, so that no measure is read twice. */

import { DAY } from '@aerowatch/domain/durations';
import type { Finding } from '@aerowatch/domain/faults/finding';
import { changeOf } from '@aerowatch/domain/forecast/change';
import {
  joinedExtremes,
  packExtremes,
  solarOffset,
  unpackExtremes,
} from '@aerowatch/domain/forecast/extremes';
import { linePrior } from '@aerowatch/domain/forecast/standing/line-prior';
import { roundedStanding, standingOf } from '@aerowatch/domain/forecast/standing/standing';
import { blockingFault, type Unavailable } from '@aerowatch/domain/forecast/unavailable';
import type { Db } from '../../../platform/database/db.ts';
import { dateOf } from '../../weather/store-weather.ts';
import { neighboursOnLine } from '../issue/store-neighbours.ts';
import { keepStanding, storedExtremes } from '../store-standings.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

export interface ObservedDay {
  readonly id: number;
  readonly newest: number;
  /** ms; earlier strokes say nothing about the present. */
  readonly baseline: number;
  readonly seen: ForecastInputs;
  readonly findings: readonly Finding[];
}

/** Stores the line and the extremes of an AERO's days. Acts for the server itself. */
export async function observe(db: Db, { id, newest, baseline, seen, findings }: ObservedDay): Promise<void> {
  const line = seen.few
    ? standingOf(seen.few, seen.theory, linePrior(seen.theory, await neighboursOnLine(db, id)), seen.place)
    : seen.line;
  // It has measures, but only from before a baseline reset.
  const none = line === 'no_data' ? 'too_few_days' : line;
  const reason: Unavailable | null = blockingFault(findings) ?? (typeof none === 'string' ? none : null);
  const before = await storedExtremes(db, id);
  const known = before ? unpackExtremes(Date.parse(before.first_day) / DAY, before.extremes) : [];
  const { first, bytes } = packExtremes(joinedExtremes(known, seen.extremes, Math.floor(baseline / DAY)));
  const change = changeOf(findings, solarOffset(seen.place.longitude));
  await keepStanding(db, id, {
    newest: new Date(newest),
    standing: typeof line === 'string' ? null : roundedStanding(line),
    unavailable: reason,
    first_day: dateOf(first),
    extremes: Buffer.from(bytes),
    log_hours: seen.logHours,
    changed_on: change && dateOf(change.day),
    changed_by: change?.fault ?? null,
  });
}
