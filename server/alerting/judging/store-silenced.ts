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

/** Windows of silence over AEROs that hold at some moment of a time. */
async function windowsOver(
  trx: Trx,
  aeros: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Window[]> {
  const { rows } = await sql<Window>`select x.aero, w.silence_id, w.starts_at, w.ends_at
    from unnest(${[...new Set(aeros)]}::int[]) as x (aero)
      cross join lateral silences_over(x.aero, ${from}::timestamptz, ${to}::timestamptz) w`.execute(trx);
  return rows;
}
