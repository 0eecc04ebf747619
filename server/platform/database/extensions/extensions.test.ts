import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../../testing/fresh-database.ts';
import { yourDatabase } from '../../../../testing/your-database.ts';
import { makeLog } from '../../log/log.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type Connection, connect } from '../connection/connect.ts';
import { arrangeExtensions, pendingSteps, SETTING } from './arrange.ts';
import { arrangeFunctions } from './arrange-functions.ts';
import { FENCE_NAMES, READING_NAMES } from './functions.ts';
import { DISTRIBUTED, DISTRIBUTION_COLUMN, HYPERTABLE, planExtensions } from './plan.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url, makeLog('error'), { max: 1 });
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const query = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(connection.db)).rows;
const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
const uniqueKeys = (tables: readonly string[]) =>
  query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisunique and c.relname in (${list(tables)}) group by c.relname, i.indexrelid`);
const foreignKeys = () =>
  query<{ from: string; to: string; deletes: string }>(`
    select f.relname as from, t.relname as to, k.confdeltype as deletes from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid where k.contype = 'f'`);

/** A migrated database without any extension. */
const plain = yourDatabase() === undefined;

describe.runIf(plain)('the rules of Citus, read from the migrated database', () => {
  test('every unique key of a distributed table holds the distribution column', async () => {
    const keys = await uniqueKeys(DISTRIBUTED);
    expect(new Set(keys.map((key) => key.table))).toEqual(new Set(DISTRIBUTED));
    for (const key of keys) expect(key.columns, key.table).toContain(DISTRIBUTION_COLUMN);
    // The check can fail: the same query for a table that breaks the rule.
    expect((await uniqueKeys(['alerts']))[0]?.columns).not.toContain(DISTRIBUTION_COLUMN);
  });

  test('co-located: one type of distribution column, plain, in every one', async () => {
    const columns = await query<{
      table: string;
      type: string;
      generated: string;
      identity: string;
      notnull: boolean;
    }>(`
      select c.relname as table, a.atttypid::regtype::text as type, a.attgenerated as generated, a.attidentity as identity, a.attnotnull as notnull
      from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attname = '${DISTRIBUTION_COLUMN}' and c.relname in (${list(DISTRIBUTED)}) and c.relkind = 'r'`);
    expect(columns.map((one) => one.table).sort()).toEqual([...DISTRIBUTED].sort());
    for (const { table: _, ...column } of columns)
      expect(column).toEqual({ type: 'integer', generated: '', identity: '', notnull: true });
  });

  test('no foreign key reaches or leaves a distributed table, no trigger or identity is on one', async () => {
    const distributed: readonly string[] = DISTRIBUTED;
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter((key) => distributed.includes(key.from) || distributed.includes(key.to))).toEqual([]);
    expect(
      await query(`select 1 from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relname in (${list(DISTRIBUTED)})
        union all select 1 from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attidentity <> '' and c.relname in (${list(DISTRIBUTED)})`),
    ).toEqual([]);
  });

  test('aeros stays a plain table: as a reference table its cascading key to boxes would be refused', async () => {
    const keys = await foreignKeys();
    expect(keys).toContainEqual({ from: 'aeros', to: 'boxes', deletes: 'c' });
    const steps = planExtensions(
      { citus: '13.2', timescaledb: null, timescaleCompresses: false },
      { distributed: [], hypertables: [] },
    );
    expect(steps.map((step) => step.table)).toEqual([...DISTRIBUTED]);
  });

  test('every table of measures is distributed, but a row per AERO (the latest), what is archived and the queue of dirty days', async () => {
    const tables = await query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^measure' order by 1`,
    );
    expect(tables.map((row) => row.name)).toEqual(
      [...DISTRIBUTED, 'measure_archived_months', 'measure_latest', 'measure_dirty_days'].sort(),
    );
  });
});

describe('the rules of TimescaleDB', () => {
  test('every unique key of the hypertable holds the time column, and no key refers to it', async () => {
    for (const key of await uniqueKeys([HYPERTABLE.table])) expect(key.columns).toContain(HYPERTABLE.column);
    expect((await foreignKeys()).filter((key) => key.to === HYPERTABLE.table)).toEqual([]);
  });

  test('compression is asked for under the community licence only', () => {
    const none = { distributed: [], hypertables: [] };
    const found = { citus: null, timescaledb: '2.22', timescaleCompresses: true };
    expect(planExtensions(found, none).map((step) => step.sql.split(/[ (]/, 2)[1])).toEqual([
      'create_hypertable',
      'table',
      'add_compression_policy',
    ]);
    expect(planExtensions({ ...found, timescaleCompresses: false }, none)).toHaveLength(1);
    expect(planExtensions(found, { ...none, hypertables: ['measures'] })).toEqual([]);
  });
});

describe.runIf(plain)('arranging', () => {
  test('nothing without an extension', async () => {
    expect(await arrangeExtensions(connection.db)).toEqual([]);
    expect(await query(`select 1 from settings where key = '${SETTING}'`)).toEqual([]);
  });

  test('once, by a stand-in of Citus that keeps what it is told; then never again; what is missing is added', async () => {
    await sql
      .raw(`
      set allow_system_table_mods = on;
      insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
        values (987654, 'citus', 10, 'public'::regnamespace, false, '13.2-1');
      reset allow_system_table_mods;
      create table pg_dist_partition (logicalrelid regclass, partmethod "char", key text, colocated text);
      create function create_distributed_table(name regclass, key text, colocate_with text) returns void language sql as
        'insert into pg_dist_partition values (name, ''h'', key, colocate_with)';
      insert into measures (aero_id, time, received_at, stroke)
        select aero, timestamptz '2026-03-01' + i * interval '10 minutes', now(), i from generate_series(1, 3) aero, generate_series(0, 299) i;
      insert into measure_packs (aero_id, day, count, step, shifts, received_at, stroke)
        select aero, timestamptz '2026-02-20' + i * interval '1 day', 3, 1000, '{0,5,0}', array[now(), now(), now()], array[i, i, i]
        from generate_series(2, 3) aero, generate_series(0, 3) i;
      insert into measure_days (day, aero_id, count, ${counts}) select date '2026-02-20' + i, 2, 3, ${zeros} from generate_series(0, 3) i;
      insert into measure_quarters (time, aero_id, count, ${counts})
        select timestamptz '2026-02-20' + i * interval '6 hours', 2, 3, ${zeros} from generate_series(0, 3) i`)
      .execute(connection.db);
    try {
      const before = await readAll();
      expect(before.map((rows) => rows.length > 0)).toEqual(READING_NAMES.map(() => true));
      expect(await arrangeFunctions(connection.db)).toEqual([...READING_NAMES, ...FENCE_NAMES]);
      expect(await arrangeFunctions(connection.db)).toEqual([]);
      expect(await pendingSteps(connection.db)).toHaveLength(DISTRIBUTED.length);
      expect(await arrangeExtensions(connection.db)).toHaveLength(DISTRIBUTED.length);
      expect(
        await query('select logicalrelid::text as table, key, colocated from pg_dist_partition'),
      ).toEqual(
        DISTRIBUTED.map((table) => ({
          table,
          key: DISTRIBUTION_COLUMN,
          colocated: table === 'measures' ? 'none' : 'measures',
        })),
      );
      expect(await languages()).toEqual(['plpgsql']);
      expect(await readAll()).toEqual(before);
      expect(await arrangeExtensions(connection.db)).toEqual([]);
      await query(`delete from pg_dist_partition where logicalrelid = 'measure_days'::regclass`);
      expect((await arrangeExtensions(connection.db)).map((step) => step.table)).toEqual(['measure_days']);
      const [row] = await query<{ value: { citus: string } }>(
        `select value from settings where key = '${SETTING}'`,
      );
      expect(row?.value.citus).toBe('13.2-1');
      const file = join(tmpdir(), `aerowatch-${process.pid}.backup`);
      const options = { databaseUrl: database.url, dataDir: tmpdir(), version: '1', secrets: false };
      await expect(writeBackup({ ...options, file, now: new Date() })).rejects.toThrow(/stop every server/);
      expect(existsSync(file)).toBe(false);
    } finally {
      await sql
        .raw(
          `set allow_system_table_mods = on; delete from pg_extension where oid = 987654; reset allow_system_table_mods`,
        )
        .execute(connection.db);
    }
  });

  test('then who took marks waits for who is storing measures, and for nobody else', async () => {
    const other = connect(database.url, makeLog('error'), { max: 1 });
    try {
      let waited = false;
      const waiting = connection.db.transaction().execute(async (trx) => {
        await sql`select storing_measures()`.execute(trx);
        const reader = sql`select measures_stored()`.execute(other.db).then(() => waited);
        await new Promise((resolve) => setTimeout(resolve, 200));
        waited = true;
        return { reader };
      });
      expect(await (await waiting).reader).toBe(true);
      await sql`select measures_stored()`.execute(other.db);
    } finally {
      await other.close();
    }
  });
});

// Defined only where it is meaningful, rather than skipped everywhere else.
if (!plain)
  describe('in a PostgreSQL with the extension itself', () => {
    test('nothing is left to do, and measures are read by the functions of that extension', async () => {
      expect(await pendingSteps(connection.db)).toEqual([]);
      const [row] = await query<{ value: { citus: string | null } }>(
        `select value from settings where key = '${SETTING}'`,
      );
      expect(await languages()).toEqual([row?.value.citus ? 'plpgsql' : 'sql']);
    });
  });

const each = (form: (metric: string) => string) => METRIC_KEYS.map(form).join(', ');
const counts = each((metric) => `${metric}_n`);
const zeros = METRIC_KEYS.map(() => 0).join(', ');
const NEVER = `'-infinity', 'infinity'`;
const ARGUMENTS: Readonly<Record<(typeof READING_NAMES)[number], string>> = {
  measures_between: NEVER,
  first_row: '',
  first_measure: '',
  last_measure: '',
  days_between: NEVER,
  quarters_between: NEVER,
  day_of_first: `${NEVER}, 4`,
  first_measured: NEVER,
  last_measured: NEVER,
  day_columns: NEVER,
  day_of_last: `'-infinity', '2027-01-01', 4`,
};
/** The results of each function for three AEROs. */
async function readAll(): Promise<unknown[][]> {
  const all: unknown[][] = [];
  for (const name of READING_NAMES) {
    const rest = ARGUMENTS[name] === '' ? '' : `, ${ARGUMENTS[name]}`;
    all.push(
      await query(
        `select a.id, to_jsonb(f) as f from generate_series(1, 3) a (id) cross join lateral ${name}(a.id${rest}) as f order by 1, 2`,
      ),
    );
  }
  return all;
}
async function languages(): Promise<string[]> {
  const rows = await query<{ name: string }>(`
    select distinct l.lanname as name from pg_proc p join pg_language l on l.oid = p.prolang where p.proname in (${list([...READING_NAMES, ...FENCE_NAMES])})`);
  return rows.map(({ name }) => name);
}
