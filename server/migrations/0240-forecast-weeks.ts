import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- The forecast in force once more, a row for each AERO with its days side by side: sums over thousands read a seventh.
create table forecast_weeks (aero_id integer primary key references aeros on delete cascade, issued_at timestamptz not null, basis text not null,
  unavailable text, first_day date not null, chances real[] not null, hot smallint not null, coldest real[] not null, warmest real[] not null,
  peak smallint);
comment on column forecast_weeks.peak is 'Place of the largest chance, from 1; null without any';
comment on column forecast_weeks.chances is 'Of a margin, from first_day on, seven days; null where it could not be told';
comment on column forecast_weeks.hot is 'A bit a day: whether the larger of its chances is that of the hot side';
insert into forecast_weeks
  select o.aero_id, max(f.issued_at), case when bool_or(f.basis = 'weather') then 'weather' else 'climate' end, max(f.unavailable), o.first_day,
    array_agg(f.chance order by d), coalesce(sum(1 << d) filter (where f.margin_hot >= f.margin_cold), 0),
    array_agg(f.temperature_min order by d), array_agg(f.temperature_max order by d),
    (array_agg(d + 1 order by f.chance desc, d) filter (where f.chance is not null))[1]
  from (select aero_id, min(day) as first_day from forecasts group by aero_id) o cross join generate_series(0, 6) d
    left join forecasts f on f.aero_id = o.aero_id and f.day = o.first_day + d
  group by o.aero_id, o.first_day;`;

/** The week of each AERO as one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
