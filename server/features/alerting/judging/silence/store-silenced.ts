import { sql } from 'kysely';
import type { Trx } from '../../../../platform/database/db.ts';
import type { AlertOutcome } from '../judge-aero.ts';

interface Quiet {
  /** Index among the requested ones, from 1. */
  n: number;
  /** Silenced spans, merged where silences overlap, in ms. */
  spans: { from: number; until: number }[];
  silence_id: number | null;
  ends_at: Date | null;
}

const moments = (one: AlertOutcome) => [
  ...(one.change.opened ? [one.change.opened.at] : []),
  ...[...one.acts, ...one.flaps].map(({ at }) => at),
];

/**
 * Marks what is opened or notified within a silence, by event time: work on the line causes alerts whenever
 * their measures arrive.
 */
export async function findSilences(trx: Trx, outcomes: readonly AlertOutcome[]): Promise<void> {
  const changed = outcomes.filter((one) => moments(one).length > 0);
  if (changed.length === 0) return;
  for (const { n, spans, silence_id: id, ends_at } of await quietOver(trx, changed)) {
    const outcome = changed[n - 1]!;
    outcome.quiet = spans;
    if (id !== null && ends_at !== null) outcome.silence = { id, until: ends_at.getTime() };
  }
}

/** Which events are within a silence, and the silence that lasts longest of those in force at its end. */
async function quietOver(trx: Trx, changed: readonly AlertOutcome[]): Promise<Quiet[]> {
  const times = changed.map(moments);
  const since = times.map((all) => new Date(Math.min(...all)));
  const until = times.map((all) => new Date(Math.max(...all)));
  const { rows } = await sql<Quiet>`
    select x.n::int as n, q.silence_id, q.ends_at, (select json_agg(json_build_object(
        'from', extract(epoch from lower(r)) * 1000, 'until', extract(epoch from upper(r)) * 1000)) from unnest(q.spans) r) as spans
    from unnest(${changed.map(({ aero }) => aero.id)}::int[], ${since}::timestamptz[], ${until}::timestamptz[]) with ordinality as x (aero, since, until, n)
      cross join lateral (
        select range_agg(tstzrange(w.starts_at, w.ends_at)) as spans, max(w.ends_at) as ends_at,
          (array_agg(w.silence_id order by w.ends_at desc, w.silence_id) filter (where w.ends_at > x.until))[1] as silence_id
        from silences_over(x.aero, x.since, x.until) w) q
    where q.spans is not null`.execute(trx);
  return rows;
}
