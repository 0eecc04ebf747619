import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What is read for each of some AEROs, beside measures_between. PostgreSQL puts it into the query around it.
create function first_row(aero integer) returns table ("time" timestamptz)
language sql stable parallel safe
begin atomic
  select m."time" from measures m where m.aero_id = aero order by m."time" limit 1;
end;
comment on function first_row is 'Time of the oldest measure that is not packed';

create function first_measure(aero integer) returns table ("time" timestamptz)
language sql stable parallel safe
begin atomic
  select least(
    (select m."time" from measures m where m.aero_id = aero order by m."time" limit 1),
    (select p.day + p.shifts[1] * interval '1 millisecond' from measure_packs p where p.aero_id = aero order by p.day limit 1));
end;

create function last_measure(aero integer) returns table ("time" timestamptz)
language sql stable parallel safe
begin atomic
  select greatest(
    (select m."time" from measures m where m.aero_id = aero order by m."time" desc limit 1),
    (select p.day + (p.shifts[p.count] + (p.count - 1) * p.step) * interval '1 millisecond' from measure_packs p where p.aero_id = aero order by p.day desc limit 1));
end;

create function days_between(aero integer, since date, until date) returns setof measure_days
language sql stable parallel safe
begin atomic
  select d.* from measure_days d where d.aero_id = aero and d.day >= since and d.day < until;
end;

create function quarters_between(aero integer, since timestamptz, until timestamptz) returns setof measure_quarters
language sql stable parallel safe
begin atomic
  select q.* from measure_quarters q where q.aero_id = aero and q."time" >= since and q."time" < until;
end;

-- The day (UTC) whose pack holds the first, or the last, so many measures of a span; none when all packs hold fewer.
create function day_of_first(aero integer, since timestamptz, until timestamptz, most bigint) returns table (day timestamptz)
language sql stable parallel safe
begin atomic
  select filled.day from (
    select p.day, sum(p.count) over (order by p.day) as total from measure_packs p
    where p.aero_id = aero and p.day >= since and p.day < until) as filled
  where filled.total >= most order by filled.day limit 1;
end;

create function day_of_last(aero integer, since timestamptz, until timestamptz, most bigint) returns table (day timestamptz)
language sql stable parallel safe
begin atomic
  select filled.day from (
    select p.day, sum(p.count) over (order by p.day desc) as total from measure_packs p
    where p.aero_id = aero and p.day >= since and p.day <= until - interval '24 hours') as filled
  where filled.total >= most order by filled.day desc limit 1;
end;

-- Asked by who stores measures before the first of them, and by who has taken marks (dirty days, due AEROs) before reading
-- what was marked. One database shows marks and measures together, so both are nothing; where it does not, they are a fence.
create function storing_measures() returns boolean language sql immutable parallel safe return true;
create function measures_stored() returns boolean language sql immutable parallel safe return true`;

/** Functions that read rows and packs of an AERO: Citus needs them in another language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
