import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';

/** When a box was heard, in ms, ascending, and its present upload time. */
export interface ContactTimes {
  readonly times: readonly number[];
  readonly uploadMs: number;
}

/**
 * When boxes were heard over a period (ms): when measures arrived, or their own time if they came by file or
 * long after, because the time of contact is then unknown. Includes the last time before the period.
 */
export async function contactTimesOf(
  db: Db,
  boxes: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, ContactTimes>> {
  const { rows } = await sql<{ box: number; times: number[]; upload: number }>`
    select b.id as box, b.upload_time::float8 * 60000 as upload,
      coalesce(json_agg(distinct round(extract(epoch from h.at) * 1000)::int8 order by round(extract(epoch from h.at) * 1000)::int8)
        filter (where h.at is not null), '[]') as times
    from boxes b join aeros a on a.box_id = b.id
      left join lateral (
        select case when m.received_at < m.time + interval '7 days' then m.received_at else m.time end as at
        from measures_between(a.id, to_timestamp(${from}::float8 / 1000) - interval '7 days', to_timestamp(${to}::float8 / 1000)) as m) h on true
    where b.id = any(${[...boxes]}::int[]) group by b.id`.execute(db);
  return new Map(
    rows.map(({ box, times, upload }) => {
      const before = times.findLast((time) => time <= from);
      const within = times.filter((time) => time > from && time <= to);
      return [box, { times: before === undefined ? within : [before, ...within], uploadMs: upload }];
    }),
  );
}
