import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { ingest, NIGHT } from '../../measures/testing.ts';
import { ON_A_BOX } from './hand-over.ts';

const server = await testServer();

test('every table that hangs on a box or an AERO says what a move to another client does to it', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name in ('box_id', 'aero_id') or exists (
        select from pg_constraint k where k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
          and k.contype = 'f' and k.confrelid in ('boxes'::regclass, 'aeros'::regclass)))`.execute(server.db);
  const tables = rows.map(({ name }) => name);
  expect(tables.filter((table) => !(table in ON_A_BOX))).toEqual([]);
  expect(Object.keys(ON_A_BOX).filter((table) => !tables.includes(table))).toEqual([]);
});

test('a table named as of a client has a client, its own or that of what it belongs to', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'`.execute(
    server.db,
  );
  const clients = new Set(rows.map(({ name }) => name));
  const through: Record<string, string> = { silence_boxes: 'silences', rollout_boxes: 'rollouts' };
  const without = Object.entries(ON_A_BOX)
    .filter(([table, what]) => what === 'client' && !clients.has(through[table] ?? table))
    .map(([table]) => table);
  expect(without).toEqual([]);
});

async function scene() {
  const [from, to] = [await server.createClient(), await server.createClient()];
  const author = await server.createUser({
    client: from.id,
    level: 'privileged',
    first_name: 'Author',
    last_name: 'Secretperson',
  });
  const reader = await server.createUser({ client: to.id, level: 'privileged' });
  const box = await server.createBox({ client: from.id });
  await ingest(server, box.serial, 1, [{ at: NIGHT, stroke: 500 }]);
  const act = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect([status < 300, text]).toEqual([true, text]);
  };
  const [aero] = box.aeroIds;
  await act(
    author.api.post('/notes/', { box: box.id, at: new Date().toISOString(), text: 'their own words' }),
  );
  await act(
    author.api.patch(`/boxes/${box.id}/`, {
      comment: 'their own words',
      desired: { log_time: 700, upload_time: 90 },
    }),
  );
  await act(author.api.patch(`/boxes/${box.id}/`, { desired: { log_time: 800 } }));
  await act(author.api.patch(`/aeros/${aero}/`, { sami: 'improvement_needed', reason: 'their own words' }));
  const move = (client: number, hand_over?: string[]) =>
    act(server.admin.api.patch(`/boxes/${box.id}/`, { client, ...(hand_over ? { hand_over } : {}) }));
  /** All that a person reads about the box, as text. */
  const read = async ({ api }: typeof reader) => {
    const answers = await Promise.all(
      [
        `/boxes/${box.id}/`,
        `/notes/?box=${box.id}`,
        `/boxes/${box.id}/configurations/`,
        `/aeros/${aero}/sami/`,
        `/audit/?page_size=100`,
        `/measures/?aero=${aero}&from=${new Date(NIGHT * 1000).toISOString()}`,
      ].map((path) => api.get(path)),
    );
    return answers.map(({ text }) => text).join('\n');
  };
  return { from, to, author, reader, box, aero, move, read };
}

test('a box that moves hands over measures and hardware alone; the rest comes back with it', async () => {
  const { from, to, author, reader, box, aero, move, read } = await scene();
  expect(await read(author)).toMatch(/their own words/);
  await move(to.id);
  const theirs = await read(reader);
  expect(theirs).not.toMatch(/their own words|Secretperson/);
  expect(theirs).toMatch(/"stroke":500/);
  expect((await reader.api.get(`/boxes/${box.id}/`)).body.desired.log_time).toBe(800);
  expect((await author.api.get(`/notes/?box=${box.id}`)).body.results ?? []).toEqual([]);
  await move(from.id);
  expect((await author.api.get(`/boxes/${box.id}/`)).body.comment).toBe('their own words');
  expect((await author.api.get(`/notes/?box=${box.id}`)).text).toMatch(/their own words/);
  expect((await author.api.get(`/aeros/${aero}/sami/`)).text).toMatch(/their own words/);
});

test('the chosen data moves along', async () => {
  const { to, reader, box, aero, move } = await scene();
  await move(to.id, ['notes', 'sami']);
  expect((await reader.api.get(`/boxes/${box.id}/`)).body.comment).toBe('their own words');
  expect((await reader.api.get(`/notes/?box=${box.id}`)).text).toMatch(/their own words/);
  expect((await reader.api.get(`/aeros/${aero}/sami/`)).text).toMatch(/their own words/);
});
