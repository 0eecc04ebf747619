import { EARLIEST_TIME_MS } from '@aerowatch/contracts/mqtt/measures';
import { DAY } from '@aerowatch/domain/durations';
import { BadRequest } from '../../platform/errors.ts';
import type { Span } from './store-measures.ts';

/**
 * The requested span; open ends become whole days around everything that can be stored. Times outside are
 * clamped, so that a century costs the database no more than its measures.
 */
export function spanOf(query: { from?: number | undefined; to?: number | undefined }, now: number): Span {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from > to) throw new BadRequest({ from: ['from_after_to'] });
  const end = (Math.floor(now / DAY) + 2) * DAY;
  const within = (ms: number) => Math.min(Math.max(ms, EARLIEST_TIME_MS), end);
  return { from: within(from ?? EARLIEST_TIME_MS), to: within(to ?? end) };
}
