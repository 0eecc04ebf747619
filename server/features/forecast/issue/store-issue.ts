import { BINS, type Score } from '@aerowatch/domain/forecast/learning/score';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import type { ForecastsTable } from '../schema.ts';
import { gatherWeeks } from '../weeks/store-weeks.ts';

/** Notifies of new forecasts of AEROs that a condition watches. */
export const FORECAST_CHANNEL = 'forecast_due';

type Row = Readonly<Omit<ForecastsTable, 'issued_at'>> & { readonly issued_at: Date };

const REALS = [
  'temperature_min',
  'temperature_max',
  'low_p05',
  'low_p50',
  'low_p95',
  'high_p05',
  'high_p50',
  'high_p95',
  'margin_hot',
  'margin_cold',
  'stop_hot',
  'stop_cold',
  'chance',
] as const;

/** Replaces the current forecasts with new ones. Acts for the server itself. */
export async function replaceForecasts(
  trx: Trx,
  aeros: readonly number[],
  rows: readonly Row[],
): Promise<void> {
  const column = <K extends keyof Row>(key: K) => rows.map((row) => row[key]);
  await sql`delete from forecasts where aero_id = any(${[...aeros]}::int[])`.execute(trx);
  const reals = sql.join(REALS.map((key) => sql`${column(key)}::real[]`));
  await sql`insert into forecasts (aero_id, day, issued_at, lead, basis, unavailable, ${sql.raw(REALS.join(', '))})
    select * from unnest(${column('aero_id')}::int[], ${column('day')}::date[], ${column('issued_at')}::timestamptz[], ${column('lead')}::smallint[],
      ${column('basis')}::text[], ${column('unavailable')}::text[], ${reals})`.execute(trx);
  await gatherWeeks(trx, aeros);
}

/** Marks AEROs for judging whose forecast a condition watches. Acts for the server itself. */
export async function markForJudging(trx: Trx, aeros: readonly number[]): Promise<void> {
  const { rows } = await sql`insert into forecast_due (aero_id)
    select distinct sa.aero_id from supervisor_aeros sa join supervisors s on s.id = sa.supervisor_id and s.enabled
      join conditions c on c.supervisor_id = s.id and c.definition->>'metric' = 'forecast'
    where sa.aero_id = any(${[...aeros]}::int[]) order by 1
    on conflict (aero_id) do update set at = excluded.at returning aero_id`.execute(trx);
  if (rows.length > 0) await wake(trx, FORECAST_CHANNEL);
}

/** Stored forecast days of some AEROs, from a day on. Acts for the server itself. */
export async function storedDays(
  trx: Trx,
  aeros: readonly number[],
  from: string,
): Promise<{ aero_id: number; day: string; leads: Buffer; scored_leads: number | null; closed: boolean }[]> {
  const { rows } = await sql<{
    aero_id: number;
    day: string;
    leads: Buffer;
    scored_leads: number | null;
    closed: boolean;
  }>`select aero_id, day, leads, scored_leads, scored_at is not null as closed from forecast_days
    where aero_id = any(${[...aeros]}::int[]) and day >= ${from}::date`.execute(trx);
  return rows;
}

/** Stores days; a closed one is reopened for leads that arrived late, except those in `scored` (bits). */
export async function keepDays(
  trx: Trx,
  rows: readonly {
    readonly aero: number;
    readonly day: string;
    readonly leads: Uint8Array;
    readonly scored: number;
  }[],
): Promise<void> {
  await sql`insert into forecast_days (aero_id, day, leads, scored_leads)
    select * from unnest(${rows.map(({ aero }) => aero)}::int[], ${rows.map(({ day }) => day)}::date[], ${rows.map(({ leads }) => Buffer.from(leads))}::bytea[],
      ${rows.map(({ scored }) => scored || null)}::smallint[])
    on conflict (aero_id, day) do update set leads = excluded.leads, scored_leads = excluded.scored_leads, scored_at = null`.execute(
    trx,
  );
}

/** Closes past days with their actual values, so that they are scored once. */
export async function closeDays(
  trx: Trx,
  rows: readonly {
    readonly aero: number;
    readonly day: string;
    readonly low: number | null;
    readonly high: number | null;
  }[],
): Promise<void> {
  await sql`update forecast_days f set low = n.low, high = n.high, scored_at = clock_timestamp()
    from unnest(${rows.map(({ aero }) => aero)}::int[], ${rows.map(({ day }) => day)}::date[], ${rows.map(({ low }) => low)}::real[],
      ${rows.map(({ high }) => high)}::real[]) as n (aero, day, low, high) where f.aero_id = n.aero and f.day = n.day`.execute(
    trx,
  );
}

export interface ScoreOf {
  readonly client: number;
  readonly day: string;
  readonly basis: string;
  readonly lead: number;
  readonly score: Score;
}

/** Adds to the scores of forecasts. Acts for the server itself. */
export async function addScores(trx: Trx, scores: readonly ScoreOf[]): Promise<void> {
  const of = (key: 'n' | 'inside' | 'width' | 'judged' | 'brier' | 'reference') =>
    scores.map(({ score }) => score[key]);
  // Nested arrays must have equal lengths, so the bins are concatenated.
  const bins = (key: 'binN' | 'binChance' | 'binHits') => scores.flatMap(({ score }) => score[key]);
  const slice = (name: string) =>
    sql.raw(
      `(array[${Array.from({ length: BINS }, (_, i) => `${name}[(s.at - 1) * ${BINS} + ${i + 1}]`).join(', ')}])`,
    );
  const added = (name: string) =>
    sql.raw(
      `${name} = array[${Array.from({ length: BINS }, (_, i) => `forecast_scores.${name}[${i + 1}] + excluded.${name}[${i + 1}]`).join(', ')}]`,
    );
  await sql`
    with bins as (select ${bins('binN')}::int[] as bin_n, ${bins('binChance')}::float8[] as bin_chance, ${bins('binHits')}::int[] as bin_hits)
    insert into forecast_scores (client_id, day, basis, lead, n, inside, width, judged, brier, reference, bin_n, bin_chance, bin_hits)
    select s.client, s.day, s.basis, s.lead, s.n, s.inside, s.width, s.judged, s.brier, s.reference, ${slice('bin_n')}, ${slice('bin_chance')}, ${slice('bin_hits')}
    from unnest(${scores.map(({ client }) => client)}::int[], ${scores.map(({ day }) => day)}::date[], ${scores.map(({ basis }) => basis)}::text[], ${scores.map(({ lead }) => lead)}::smallint[],
      ${of('n')}::int[], ${of('inside')}::int[], ${of('width')}::float8[], ${of('judged')}::int[], ${of('brier')}::float8[], ${of('reference')}::float8[])
      with ordinality as s (client, day, basis, lead, n, inside, width, judged, brier, reference, at) cross join bins
    where exists (select 1 from clients where id = s.client)
    order by s.client, s.day, s.basis, s.lead
    on conflict (client_id, day, basis, lead) do update set n = forecast_scores.n + excluded.n, inside = forecast_scores.inside + excluded.inside,
      width = forecast_scores.width + excluded.width, judged = forecast_scores.judged + excluded.judged, brier = forecast_scores.brier + excluded.brier,
      reference = forecast_scores.reference + excluded.reference, ${added('bin_n')}, ${added('bin_chance')}, ${added('bin_hits')}`.execute(
    trx,
  );
}
