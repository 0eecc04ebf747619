/** PostgreSQL extensions that can distribute or compress the measures, as found in `pg_extension`. */
export interface Extensions {
  /** Version, or null if it is not installed. */
  readonly citus: string | null;
  readonly timescaledb: string | null;
  /** TimescaleDB under its community licence, the only one that compresses. */
  readonly timescaleCompresses: boolean;
}
/** Steps of the plan that are done, according to the extensions themselves. */
export interface DistributionState {
  readonly distributed: readonly string[];
  readonly hypertables: readonly string[];
}
export interface Step {
  readonly extension: 'citus' | 'timescaledb';
  readonly table: string;
  readonly sql: string;
}

/** Every table of measures is distributed by this column, and has it in every unique key. */
export const DISTRIBUTION_COLUMN = 'aero_id';
/**
 * The first one determines the placement, the others are colocated. The latest measure of each AERO is not
 * distributed: one row per AERO, joined with its box by every list.
 */
export const DISTRIBUTED = ['measures', 'measure_packs', 'measure_days', 'measure_quarters'] as const;
export const HYPERTABLE = {
  table: 'measures',
  column: 'time',
  chunk: '10 days',
  compressAfter: '8 days',
} as const;

/**
 * The statements that distribute or compress the measures, in order; none if nothing is to be done. Citus
 * comes before TimescaleDB, because the two cannot share a table.
 */
export function planExtensions(found: Extensions, done: DistributionState): Step[] {
  if (found.citus !== null) return citusSteps(done);
  if (found.timescaledb !== null) return timescaleSteps(found, done.hypertables);
  return [];
}

function citusSteps({ distributed }: DistributionState): Step[] {
  const [first, ...others] = DISTRIBUTED;
  const placed = [{ table: first, with: 'none' }, ...others.map((table) => ({ table, with: first }))];
  return placed
    .filter(({ table }) => !distributed.includes(table))
    .map(({ table, with: colocated }) => ({
      extension: 'citus',
      table,
      sql: `select create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', colocate_with => '${colocated}')`,
    }));
}

function timescaleSteps(found: Extensions, done: readonly string[]): Step[] {
  const { table, column, chunk, compressAfter } = HYPERTABLE;
  if (done.includes(table)) return [];
  const step = (sql: string): Step => ({ extension: 'timescaledb', table, sql });
  return [
    step(
      `select create_hypertable('${table}', by_range('${column}', interval '${chunk}'), create_default_indexes => false, if_not_exists => true, migrate_data => true)`,
    ),
    ...(found.timescaleCompresses
      ? [
          step(
            `alter table ${table} set (timescaledb.compress, timescaledb.compress_segmentby = '${DISTRIBUTION_COLUMN}', timescaledb.compress_orderby = '${column}')`,
          ),
          step(
            `select add_compression_policy('${table}', compress_after => interval '${compressAfter}', if_not_exists => true)`,
          ),
        ]
      : []),
  ];
}
