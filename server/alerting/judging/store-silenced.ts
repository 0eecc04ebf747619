import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import type { AlertOutcome } from './judge-aero.ts';

interface Window {
  aero: number;
  silence_id: number;
  starts_at: Date;
  ends_at: Date;
}

/**
 * Marks what is opened or told within a time of silence, in event time: works on the line make alerts whenever their
 * measures come in.
 */
export async function findSilences(trx: Trx, outcomes: readonly AlertOutcome[]): Promise<void> {
  const moments = (one: AlertOutcome) => [
    ...(one.change.opened ? [one.change.opened.at] : []),
    ...[...one.acts, ...one.flaps].map(({ at }) => at),
  ];
  const told = outcomes.filter((one) => moments(one).length > 0);
  if (told.length === 0) return;
  const times = told.flatMap(moments);
  const rows = await windowsOver(
    trx,
    told.map(({ aero }) => aero.id),
    { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) },
  );
  if (rows.length === 0) return;
  const byAero = Map.groupBy(rows, (row) => row.aero);
  for (const outcome of told) {
    const at = Math.max(...moments(outcome));
    const windows = byAero.get(outcome.aero.id) ?? [];
    outcome.quiet = windows.map((one) => ({ from: one.starts_at.getTime(), until: one.ends_at.getTime() }));
    const holding = windows.filter(
      (window) => window.starts_at.getTime() <= at && at < window.ends_at.getTime(),
    );
    const [longest] = holding.sort((a, b) => b.ends_at.getTime() - a.ends_at.getTime());
    if (longest) outcome.silence = { id: longest.silence_id, until: longest.ends_at.getTime() };
  }
}

/**
 * Windows of silence over AEROs that hold at some moment of a time. A tag or line counts as it is now. Each way to a
 * window is by index (box, tag, line), so that it costs what these AEROs have, whatever else is silenced.
 */
async function windowsOver(
  trx: Trx,
  aeros: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Window[]> {
  const held = sql`w.ends_at > ${from} and w.starts_at <= ${to}`;
  const { rows } = await sql<Window>`
    with about as materialized (
      select a.id as aero, b.id as box, b.client_id, b.kilometer_point, coalesce(nullif(a.line, ''), b.line) as line
      from aeros a join boxes b on b.id = a.box_id where a.id = any(${[...new Set(aeros)]}::int[]))
    select x.aero, w.silence_id, w.starts_at, w.ends_at
    from about x join silence_boxes sb on sb.box_id = x.box
      join silence_windows w on w.silence_id = sb.silence_id and w.client_id = x.client_id and ${held}
    union all
    select x.aero, w.silence_id, w.starts_at, w.ends_at
    from about x join box_tags bt on bt.box_id = x.box
      join silence_windows w on w.tag_id = bt.tag_id and w.client_id = x.client_id and ${held}
    union all
    select x.aero, w.silence_id, w.starts_at, w.ends_at
    from about x join silence_windows w on w.line = x.line and w.client_id = x.client_id and ${held}
      join silences s on s.id = w.silence_id
    where x.line <> '' and (s.from_km is null or x.kilometer_point >= s.from_km)
      and (s.to_km is null or x.kilometer_point <= s.to_km)`.execute(trx);
  return rows;
}
