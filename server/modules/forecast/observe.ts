/** What a diagnosis has at hand is kept for forecasts, so that no measure is read twice. */

import type { DiagnosedAero } from '@aerowatch/domain/diagnostics/context';
import type { Day } from '@aerowatch/domain/diagnostics/days';
import type { Finding } from '@aerowatch/domain/diagnostics/finding';
import { DAY } from '@aerowatch/domain/durations';
import {
  extremesOf,
  joinedExtremes,
  logHours,
  packExtremes,
  solarOffset,
  unpackExtremes,
} from '@aerowatch/domain/forecast/extremes';
import { LITTLE_HISTORY, linePrior } from '@aerowatch/domain/forecast/line-prior';
import { roundedStanding, standingOf } from '@aerowatch/domain/forecast/standing';
import { heldBy, type Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';
import type { Db } from '../../platform/database/db.ts';
import { neighboursOnLine } from './store-neighbours.ts';
import { keepStanding, keptExtremes } from './store-standings.ts';

export interface Observed {
  readonly id: number;
  readonly newest: number;
  /** ms; what was before a baseline reset says nothing of now. */
  readonly baseline: number | null;
  readonly longitude: number | null;
  readonly known: DiagnosedAero;
  readonly days: readonly Day[];
  readonly findings: readonly Finding[];
}

/** Keeps the line and the extremes of an AERO's days. Acts for the server itself. */
export async function observe(db: Db, aero: Observed): Promise<void> {
  const hours = aero.days.flatMap((day) => day.hours);
  const { regularized_length: length, conductor_type, expansion_coefficient } = aero.known;
  const theory = length ? thermalSlope(length, expansionOf(conductor_type, expansion_coefficient)) : null;
  const held = heldBy(aero.findings);
  const little = aero.days.length < LITTLE_HISTORY;
  const shared = little ? linePrior(theory, await neighboursOnLine(db, aero.id)) : null;
  const line = standingOf(hours, theory, shared);
  const reason: Unavailable | null = held ?? (typeof line === 'string' ? line : null);
  const before = await keptExtremes(db, aero.id);
  const known = before ? unpackExtremes(Date.parse(before.first_day) / DAY, before.extremes) : [];
  const from = Math.floor((aero.baseline ?? 0) / DAY);
  const offset = solarOffset(aero.longitude);
  const { first, bytes } = packExtremes(joinedExtremes(known, extremesOf(hours, offset), from));
  await keepStanding(db, aero.id, {
    newest: new Date(aero.newest),
    standing: typeof line === 'string' ? null : roundedStanding(line),
    unavailable: reason,
    first_day: new Date(first * DAY).toISOString().slice(0, 10),
    extremes: Buffer.from(bytes),
    log_hours: logHours(hours),
  });
}
