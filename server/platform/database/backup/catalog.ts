import type pg from 'pg';

export interface Table {
  readonly name: string;
  /** Columns with data: generated columns are computed again. */
  readonly columns: readonly string[];
  /** Columns with values from a sequence. */
  readonly identities: readonly string[];
}

/** Stored as the list of migrations in the header; restored by running them. */
const OWN_LEDGER = 'schema_migrations';
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The tables of the product (not those of extensions), each after the tables it refers to. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; identities: string[] | null }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      array_agg(a.attname::text order by a.attnum) filter (where a.attidentity <> '') as identities
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
  const { rows: keys } = await client.query<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`);
  return inOrder(
    rows.map(({ name, columns, identities }) => ({ name, columns, identities: identities ?? [] })),
    keys,
  );
}

/** Without the ledger of migrations. */
export async function dataTables(client: pg.ClientBase): Promise<Table[]> {
  return (await tablesOf(client)).filter((table) => table.name !== OWN_LEDGER);
}

/** Names of the database's migrations; none if it was never one of ours. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.${OWN_LEDGER}') is not null as there`,
  );
  if (rows[0]?.there !== true) return [];
  const ledger = await client.query<{ name: string }>(`select name from ${OWN_LEDGER} order by name`);
  return ledger.rows.map((row) => row.name);
}

function inOrder(tables: readonly Table[], keys: readonly { from: string; to: string }[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !keys.some((key) => key.from === name && left.has(key.to)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...left.keys()].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

export interface Counter {
  readonly table: string;
  readonly column: string;
  /** As text, because a number beyond 2^53 would not be exact. */
  readonly value: string;
  readonly called: boolean;
}

/** The values of the sequences. They are read after the rows, so they are never behind. */
export async function countersOf(client: pg.ClientBase, tables: readonly Table[]): Promise<Counter[]> {
  const counters: Counter[] = [];
  for (const { name, identities } of tables)
    for (const column of identities) {
      const { rows } = await client.query<{ sequence: string }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [`public.${quoteIdentifier(name)}`, column],
      );
      const state = await client.query<{ value: string; called: boolean }>(
        `select last_value::text as value, is_called as called from ${rows[0]?.sequence}`,
      );
      const [found] = state.rows;
      if (found !== undefined) counters.push({ table: name, column, ...found });
    }
  return counters;
}

export async function setCounter(client: pg.ClientBase, counter: Counter): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
    `public.${quoteIdentifier(counter.table)}`,
    counter.column,
    counter.value,
    counter.called,
  ]);
}

/** `copy (select …)` rather than `copy table`, because a hypertable's rows are in other tables. */
export function copyOut(table: Pick<Table, 'name' | 'columns'>): string {
  return `copy (select ${table.columns.map(quoteIdentifier).join(', ')} from public.${quoteIdentifier(table.name)}) to stdout (format binary)`;
}

export function copyIn(table: Pick<Table, 'name' | 'columns'>): string {
  return `copy public.${quoteIdentifier(table.name)} (${table.columns.map(quoteIdentifier).join(', ')}) from stdin (format binary)`;
}

/** Rows are always read in physical order, so that two readings of the same rows have the same SHA-256. */
export const STEADY_ORDER =
  'set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0';
