import { PEAK_DAYS } from '@aerowatch/contracts/api/forecast';
import { DAY } from '@aerowatch/domain/durations';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Among } from './store-standings.ts';
import { placeOf, riskFrom, visibleWeeks } from './weeks/store-weeks.ts';

const LEADS = Array.from({ length: PEAK_DAYS }, (_, lead) => lead);

/** Columns over boxes, ordered by id. */
export interface BoxChancesRow {
  readonly issued_at: Date | null;
  readonly box: number[];
  /** In thousandths, one list per day from `today` on. */
  readonly chances: (number | null)[][];
  readonly unavailable: (Unavailable | null)[];
  readonly issued: (boolean | null)[];
  readonly least: (number | null)[];
  readonly greatest: (number | null)[];
}

/**
 * The largest of some AEROs' chances: unknown if one has none and no other is at risk, because low risk is
 * then uncertain.
 */
const chanceOf = (chance: RawBuilder<unknown>) =>
  sql`case when max(${chance}) >= min(${riskFrom}) or count(*) = count(${chance}) then max(${chance}) end`;

/** The largest chance of reaching a margin, for each box the viewer may see and each day from `today` on. */
export async function boxChancesOf(
  db: Db,
  viewer: Viewer,
  query: Among,
  today: string,
): Promise<BoxChancesRow> {
  const at = (ahead: number) => placeOf(sql.ref('f.first_day'), today, ahead);
  const each = (of: (ahead: number) => ReturnType<typeof sql>) => sql.join(LEADS.map(of));
  const name = (kind: string, ahead: number) => sql.ref(`${kind}_${ahead}`);
  const { rows } = await sql<BoxChancesRow>`
    with own as (select a.box_id as box, max(f.issued_at) as issued_at, max(f.unavailable) as unavailable,
        ${each((ahead) => sql`${chanceOf(sql`f.chances[${at(ahead)}]`)} as ${name('chance', ahead)}`)},
        ${each((ahead) => sql`bool_or(${at(ahead)} between 1 and cardinality(f.chances)) as ${name('issued', ahead)}`)},
        ${each((ahead) => sql`min(f.coldest[${at(ahead)}]) as ${name('coldest', ahead)}`)},
        ${each((ahead) => sql`max(f.warmest[${at(ahead)}]) as ${name('warmest', ahead)}`)}
      ${visibleWeeks(viewer, query, today)} group by a.box_id order by a.box_id)
    select max(issued_at) as issued_at, coalesce(json_agg(box), '[]') as box,
      coalesce(json_agg(case when coalesce(${each((ahead) => name('chance', ahead))}) is null then unavailable end), '[]') as unavailable,
      json_build_array(${each((ahead) => sql`coalesce(json_agg(round(${name('chance', ahead)} * 1000)::int), '[]')`)}) as chances,
      array[${each((ahead) => sql`bool_or(${name('issued', ahead)})`)}] as issued,
      array[${each((ahead) => sql`min(${name('coldest', ahead)})::float8`)}] as least,
      array[${each((ahead) => sql`max(${name('warmest', ahead)})::float8`)}] as greatest
    from own`.execute(db);
  return rows[0]!;
}

/** The days from `today` on with a forecast, with the air temperature over all places. */
export function daysOf(
  { issued, least, greatest }: Pick<BoxChancesRow, 'issued' | 'least' | 'greatest'>,
  today: string,
): {
  readonly ahead: number;
  readonly day: string;
  readonly min: number | null;
  readonly max: number | null;
}[] {
  return LEADS.filter((ahead) => issued[ahead] === true).map((ahead) => ({
    ahead,
    day: new Date(Date.parse(today) + ahead * DAY).toISOString().slice(0, 10),
    min: least[ahead] ?? null,
    max: greatest[ahead] ?? null,
  }));
}
