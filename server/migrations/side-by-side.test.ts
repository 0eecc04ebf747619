import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { freshDatabase } from '../../testing/fresh-database.ts';
import { connect } from '../platform/database/connection/connect.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { makeLog } from '../platform/log/log.ts';

// Processes of the minor version before run beside those of this one (docs/operations.md, an upgrade without a stop):
// migrations since then add, and take away what is no longer used with the version after. What a process of before
// reads or writes is therefore there after each of them, and asks for nothing more.

/** The version before, and its last migration. Both move on when a minor version begins. */
const BEFORE = { version: '2.6', migration: '0371-late-issues' };

/** What takes something away all the same, and why a process of before does not miss it. */
const LISTED: Readonly<Record<string, string>> = {
  '0410-emails-folded-by-ascii: unique users.users_email_folded':
    'stricter than before for no address that a version ever took: they are ASCII',
  '0450-matters: unique work_orders.work_orders_one_open':
    'of the same name before, for open and planned ones; the states that were added are written by this version alone',
  '0450-matters: unique work_orders.work_orders_one_proposed': 'of states that this version alone writes',
};

type Found = Readonly<Record<string, string>>;

/** What a statement of a process of before may rely on. Each is a name with what there is about it. */
async function catalogue(db: Kysely<unknown>): Promise<Found> {
  const { rows } = await sql<{ name: string; is: string }>`
    select 'table ' || c.relname as name, c.relkind::text as is from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    union all
    select 'column ' || c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod)
        || case when not a.attnotnull then '' when a.atthasdef or a.attidentity <> '' then ' not null, by itself' else ' not null' end
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    union all
    select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', pg_get_function_result(p.oid)
      from pg_proc p where p.pronamespace = 'public'::regnamespace
    union all
    select 'check ' || conrelid::regclass || '.' || conname || ' of ' || array_to_string(array(select attname::text from pg_attribute
          where attrelid = conrelid and attnum = any(conkey) order by 1), ', '), pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x') and conrelid <> 0
    union all
    select 'unique ' || i.indrelid::regclass || '.' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace`.execute(db);
  return Object.fromEntries(rows.map(({ name, is }) => [name, is]));
}

/** What the database of before had and has no longer, and what it asks for now and did not before. */
function contracted(before: Found, after: Found): string[] {
  const isOld = (name: string) => before[`table ${/^\w+ ([^.]+)/.exec(name)?.[1]}`] !== undefined;
  /** Conditions on columns that only this version writes ask nothing of a process of before. */
  const isOfNew = (name: string) => {
    const [, table, columns] = /^check (\w+)\..* of (.+)$/.exec(name) ?? [];
    return columns?.split(', ').every((one) => before[`column ${table}.${one}`] === undefined) === true;
  };
  const asks = ([name, is]: [string, string]) =>
    before[name] !== is &&
    isOld(name) &&
    !isOfNew(name) &&
    // A column that a process of before leaves out; what it writes must keep to a new condition.
    ((name.startsWith('column ') && before[name] === undefined && is.endsWith(' not null')) ||
      /^(check|unique) /.test(name));
  const misses = ([name, is]: [string, string]) =>
    !/^(check|unique) /.test(name) && after[name] !== is && !isLoosened(is, after[name]);
  return [
    ...Object.entries(before)
      .filter(misses)
      .map(([name]) => `${name} is gone or another`),
    ...Object.entries(after)
      .filter(asks)
      .map(([name, is]) => `${name} asks for more: ${is}`),
  ];
}
/** A column of the same type that may be empty now, or fills itself. */
function isLoosened(before: string, after = ''): boolean {
  const type = (is: string) => is.replace(/ not null.*/, '');
  if (after === '' || type(before) !== type(after)) return false;
  return !after.includes(' not null') || (before.endsWith(' not null') && after.endsWith(', by itself'));
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connection: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url, makeLog('error'), { max: 2 });
  await sql`drop schema public cascade`.execute(connection.db);
  await sql`create schema public`.execute(connection.db);
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

it('every migration since the version before adds: what a process of before uses stays, and asks for nothing more', async () => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  expect(`${major}.${minor - 1}`, 'BEFORE moves on with the minor version').toBe(BEFORE.version);
  const { db } = connection;
  const all = await readMigrations(fileURLToPath(new URL('.', import.meta.url)));
  const since = all.filter(({ name }) => name > BEFORE.migration);
  expect(all.length - since.length).toBeGreaterThan(50);
  await migrate(
    db,
    all.filter(({ name }) => name <= BEFORE.migration),
  );
  const before = await catalogue(db as never);
  const found: string[] = [];
  let seen: string[] = [];
  for (const migration of since) {
    await migrate(
      db,
      all.filter(({ name }) => name <= migration.name),
    );
    const now = contracted(before, await catalogue(db as never));
    found.push(...now.filter((one) => !seen.includes(one)).map((one) => `${migration.name}: ${one}`));
    seen = now;
  }
  const isListed = (one: string) => Object.keys(LISTED).some((name) => one.startsWith(`${name} `));
  expect(found.filter((one) => !isListed(one))).toEqual([]);
  for (const name of Object.keys(LISTED))
    expect(
      found.some((one) => one.startsWith(`${name} `)),
      name,
    ).toBe(true);
}, 120_000);

it.each([
  ['drops a column', 'alter table clients drop column name', 'column clients.name is gone or another'],
  ['renames a table', 'alter table notes rename to remarks', 'table notes is gone or another'],
  [
    'changes a type',
    'alter table boxes alter column comment type varchar(10)',
    'column boxes.comment is gone or another',
  ],
  [
    'wants a column filled',
    'alter table boxes alter column latitude set not null',
    'column boxes.latitude is gone or another',
  ],
  [
    'adds one that nobody fills',
    'alter table tags add column kind text not null',
    'column tags.kind asks for more: text not null',
  ],
  [
    'adds a condition',
    'alter table tags add constraint short check (length(name) < 9)',
    'check tags.short of name asks for more',
  ],
  [
    'wants one of each',
    'create unique index tags_colors on tags (color)',
    'unique tags.tags_colors asks for more',
  ],
  ['drops a function', 'drop function measures_between cascade', 'function measures_between('],
] as const)('a migration that %s is found', async (_what, statement, said) => {
  const { db } = connection;
  const before = await catalogue(db as never);
  await db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx);
    expect(contracted(before, await catalogue(trx as never)).join('\n')).toContain(said);
    await sql`rollback`.execute(trx);
    await sql`begin`.execute(trx);
  });
  expect(contracted(before, await catalogue(db as never))).toEqual([]);
});

it('one that only adds is not', async () => {
  const { db } = connection;
  const before = await catalogue(db as never);
  const loose = [
    "alter table tags add column kind text not null default ''",
    'alter table tags add column hue integer',
    'create table things (id integer primary key, name text not null)',
    'alter table boxes alter column serial_number drop not null',
    'create index tags_by_color on tags (color)',
  ];
  await db.transaction().execute(async (trx) => {
    for (const statement of loose) await sql.raw(statement).execute(trx);
    expect(contracted(before, await catalogue(trx as never))).toEqual([]);
    await sql`rollback`.execute(trx);
    await sql`begin`.execute(trx);
  });
});
