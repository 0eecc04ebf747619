/** The functions by which the measures of an AERO are read (migrations 0040 and 0042). */
export const READING = [
  'measures_between',
  'first_row',
  'first_measure',
  'last_measure',
  'days_between',
  'quarters_between',
  'day_of_first',
  'day_of_last',
] as const;

/**
 * Has the functions ask one shard at each call. They are SQL, which PostgreSQL puts into the query around
 * them, after Citus planned it: Citus refuses that. In PL/pgSQL their own bodies, taken from the catalog,
 * are queries of one AERO each, which Citus sends to where that AERO lies.
 */
export const READ_BY_SHARD = `do $do$
declare
  found record;
begin
  for found in
    select p.proname as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
      regexp_replace(pg_get_function_sqlbody(p.oid), '^\\s*BEGIN ATOMIC\\s+(.*);\\s*END\\s*$', '\\1') as body
    from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'sql' and p.pronamespace = 'public'::regnamespace and p.proname in (${READING.map((name) => `'${name}'`).join(', ')})
  loop
    execute format('create or replace function %I(%s) returns %s language plpgsql stable as %L', found.name, found.arguments, found.result,
      E'#variable_conflict use_column\\nbegin\\n  return query ' || found.body || E';\\nend');
  end loop;
end
$do$`;

/**
 * The two functions of migration 0042 that are nothing on one database. Citus has no common snapshot: what
 * a transaction wrote on the coordinator (marks) is seen a moment before what it wrote on a worker
 * (measures). Whoever took a mark too early would roll up, or judge, without them, and for ever. An
 * advisory lock of the coordinator is held until the workers have committed, so that shared by who stores
 * and asked for alone, for a moment, by who reads, it closes that gap.
 */
export const FENCE = ['storing_measures', 'measures_stored'] as const;
const KEY = 7_306_216;
export const RAISE_FENCE = `
create or replace function storing_measures() returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(${KEY});
  return true;
end $$;
create or replace function measures_stored() returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_lock(${KEY});
  perform pg_advisory_unlock(${KEY});
  return true;
end $$`;
