import { createHash } from 'node:crypto';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';

/**
 * `inlined`: SQL that PostgreSQL inlines into the surrounding query, at no cost. `shard`: PL/pgSQL, each call
 * a query of one AERO, which Citus sends to its node; Citus refuses inlined ones, because they change the
 * query after it was planned.
 */
export type FunctionForm = 'inlined' | 'shard';

/** A function in the form of PostgreSQL's catalog. */
export interface DatabaseFunction {
  readonly name: string;
  /** `aero integer, since date`. */
  readonly parameters: string;
  /** `TABLE(aero_id integer, "time" timestamp with time zone)`. */
  readonly result: string;
  /** The text after `returns …`. */
  readonly definition: string;
}

const TIME = 'timestamp with time zone';
const each = (form: (metric: string) => string) => METRIC_KEYS.map(form).join(', ');
const ROLLUP_COLUMNS = each((metric) => `${metric}_n, ${metric}_min, ${metric}_max, ${metric}_sum`);
const ROLLUP_TYPES = each(
  (metric) => `${metric}_n integer, ${metric}_min real, ${metric}_max real, ${metric}_sum double precision`,
);
const DAY_SHIFT = `(extract(epoch from m."time" - date_trunc('day', m."time", 'UTC')) * 1000)::integer`;
const PACKED_TIME = `p.day + (u.shift + (u.position - 1) * p.step) * interval '1 millisecond'`;

interface Reading {
  readonly parameters: string;
  readonly columns: string;
  readonly body: string;
}
/**
 * How the measures of an AERO are read: rows, and only the requested days of the packs. Generated from the
 * table of metrics, so that a metric added by a migration is included without another one.
 */
const READING = {
  measures_between: {
    parameters: `aero integer, since ${TIME}, until ${TIME}`,
    columns: `aero_id integer, "time" ${TIME}, received_at ${TIME}, ${each((metric) => `${metric} real`)}`,
    body: `
  select m.aero_id, m."time", m.received_at, ${each((metric) => `m.${metric}`)} from measures m
  where m.aero_id = aero and m."time" >= since and m."time" < until
  union all
  select p.aero_id, ${PACKED_TIME}, u.received_at, ${each((metric) => `u.${metric}`)}
  from measure_packs p cross join lateral unnest(p.shifts, p.received_at, ${each((metric) => `p.${metric}`)})
    with ordinality as u (shift, received_at, ${each((metric) => metric)}, position)
  where p.aero_id = aero and p.day > since - interval '24 hours' and p.day < until and ${PACKED_TIME} >= since and ${PACKED_TIME} < until`,
  },
  // First row that is not packed.
  first_row: {
    parameters: 'aero integer',
    columns: `"time" ${TIME}`,
    body: `
  select m."time" from measures m where m.aero_id = aero order by m."time" limit 1`,
  },
  first_measure: {
    parameters: 'aero integer',
    columns: `"time" ${TIME}`,
    body: `
  select least(
    (select m."time" from measures m where m.aero_id = aero order by m."time" limit 1),
    (select p.day + p.shifts[1] * interval '1 millisecond' from measure_packs p where p.aero_id = aero order by p.day limit 1))`,
  },
  last_measure: {
    parameters: 'aero integer',
    columns: `"time" ${TIME}`,
    body: `
  select greatest(
    (select m."time" from measures m where m.aero_id = aero order by m."time" desc limit 1),
    (select p.day + (p.shifts[p.count] + (p.count - 1) * p.step) * interval '1 millisecond' from measure_packs p where p.aero_id = aero order by p.day desc limit 1))`,
  },
  days_between: {
    parameters: 'aero integer, since date, until date',
    columns: `aero_id integer, day date, count integer, ${ROLLUP_TYPES}`,
    body: `
  select d.aero_id, d.day, d.count, ${ROLLUP_COLUMNS} from measure_days d where d.aero_id = aero and d.day >= since and d.day < until`,
  },
  quarters_between: {
    parameters: `aero integer, since ${TIME}, until ${TIME}`,
    columns: `aero_id integer, "time" ${TIME}, count integer, ${ROLLUP_TYPES}`,
    body: `
  select q.aero_id, q."time", q.count, ${ROLLUP_COLUMNS} from measure_quarters q where q.aero_id = aero and q."time" >= since and q."time" < until`,
  },
  // The day (UTC) whose pack contains the nth first, or last, measure of a span; none when all packs contain
  // fewer.
  day_of_first: {
    parameters: `aero integer, since ${TIME}, until ${TIME}, most bigint`,
    columns: `day ${TIME}`,
    body: `
  select filled.day from (
    select p.day, sum(p.count) over (order by p.day) as total from measure_packs p
    where p.aero_id = aero and p.day >= since and p.day < until) as filled
  where filled.total >= most order by filled.day limit 1`,
  },
  day_of_last: {
    parameters: `aero integer, since ${TIME}, until ${TIME}, most bigint`,
    columns: `day ${TIME}`,
    body: `
  select filled.day from (
    select p.day, sum(p.count) over (order by p.day desc) as total from measure_packs p
    where p.aero_id = aero and p.day >= since and p.day <= until - interval '24 hours') as filled
  where filled.total >= most order by filled.day desc limit 1`,
  },
  // When the first and the last measure of a span was made: for packs only the day is known, so it may be up
  // to a day too early, or too late.
  first_measured: {
    parameters: `aero integer, since ${TIME}, until ${TIME}`,
    columns: `at ${TIME}`,
    body: `
  select min(near."time") from (
    (select m."time" from measures m where m.aero_id = aero and m."time" >= since and m."time" < until
      order by m."time" limit 1)
    union all
    (select p.day from measure_packs p where p.aero_id = aero and p.day > since - interval '24 hours' and p.day < until
      order by p.day limit 1)) as near ("time")`,
  },
  last_measured: {
    parameters: `aero integer, since ${TIME}, until ${TIME}`,
    columns: `at ${TIME}`,
    body: `
  select max(near."time") from (
    (select m."time" from measures m where m.aero_id = aero and m."time" >= since and m."time" < until
      order by m."time" desc limit 1)
    union all
    (select p.day + interval '24 hours' from measure_packs p where p.aero_id = aero and p.day > since - interval '24 hours' and p.day < until
      order by p.day desc limit 1)) as near ("time")`,
  },
  // One row per day (UTC), as the packs store it: arrays in PostgreSQL's binary form, which take a quarter of
  // the time for thousands of measures. For the first and last day the whole pack is returned.
  day_columns: {
    parameters: `aero integer, since ${TIME}, until ${TIME}`,
    columns: `day ${TIME}, step integer, shifts bytea, ${each((metric) => `${metric} bytea`)}`,
    body: `
  select p.day, p.step, array_send(p.shifts), ${each((metric) => `array_send(p.${metric})`)}
  from measure_packs p where p.aero_id = aero and p.day > since - interval '24 hours' and p.day < until
  union all
  select date_trunc('day', m."time", 'UTC'), 0, array_send(array_agg(${DAY_SHIFT} order by m."time")),
    ${each((metric) => `array_send(array_agg(m.${metric} order by m."time"))`)}
  from measures m where m.aero_id = aero and m."time" >= since and m."time" < until group by 1`,
  },
} as const satisfies Record<string, Reading>;
export const READING_NAMES = Object.keys(READING) as (keyof typeof READING)[];

function readingDefinition({ body }: Reading, form: FunctionForm): string {
  return form === 'inlined'
    ? `language sql stable parallel safe\nbegin atomic${body};\nend`
    : `language plpgsql stable as $function$\n#variable_conflict use_column\nbegin\n  return query${body};\nend\n$function$`;
}

/**
 * Called by writers of measures before the first of them, and by workers that have taken marks (dirty days,
 * due AEROs) before reading what was marked. A single database shows marks and measures together, so both do
 * nothing. Citus has no common snapshot: changes of a transaction on the coordinator (marks) are visible
 * slightly before those on a worker (measures). A worker that took a mark too early would never roll up, or
 * judge, those measures. An advisory lock of the coordinator is held until the workers have committed;
 * writers share it and readers take it exclusively for a moment, which closes that gap.
 */
export const FENCE_NAMES = ['storing_measures', 'measures_stored'] as const;
const FENCE_KEY = 7_306_216;
const FENCE: Readonly<Record<(typeof FENCE_NAMES)[number], string>> = {
  storing_measures: `perform pg_advisory_xact_lock_shared(${FENCE_KEY});`,
  measures_stored: `perform pg_advisory_lock(${FENCE_KEY}); perform pg_advisory_unlock(${FENCE_KEY});`,
};

function fenceDefinition(work: string, form: FunctionForm): string {
  return form === 'inlined'
    ? 'language sql immutable parallel safe return true'
    : `language plpgsql volatile as $function$\nbegin\n  ${work}\n  return true;\nend\n$function$`;
}

/** Every function that reads or stores measures, in the desired form. */
export function measureFunctions(form: FunctionForm): DatabaseFunction[] {
  return [
    ...READING_NAMES.map((name) => ({
      name,
      parameters: READING[name].parameters,
      result: `TABLE(${READING[name].columns})`,
      definition: readingDefinition(READING[name], form),
    })),
    ...FENCE_NAMES.map((name) => ({
      name,
      parameters: '',
      result: 'boolean',
      definition: fenceDefinition(FENCE[name], form),
    })),
  ];
}

export function createText({ name, parameters, result, definition }: DatabaseFunction): string {
  return `create or replace function ${name}(${parameters}) returns ${result}\n${definition}`;
}

/** Stored as the comment of a function: tells whether it is up to date. */
export function markOf(one: DatabaseFunction): string {
  return `generated ${createHash('sha256').update(createText(one)).digest('hex').slice(0, 16)}`;
}
