import { RETENTION, retentionOf } from '@aerowatch/domain/retention';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { tagsModule } from '../tags/index.ts';
import { purgeStep } from './store-retention.ts';

const server = await testServer({ modules: [tagsModule] });

test('a setting names kinds and days; anything else is refused', () => {
  expect(retentionOf('alerts=365, messages=ever')).toEqual({ ...RETENTION, alerts: 365, messages: null });
  for (const wrong of ['alert=365', 'alerts=7', 'alerts', 'measures=30', 'alerts=-1', 'toString=30'])
    expect(retentionOf(wrong), wrong).toBeUndefined();
});

test('old rows go in steps; what is open, waits or is young stays', async () => {
  const { db } = server;
  const client = await server.createClient();
  const box = await server.createBox({ client: client.id });
  const before = new Date('2026-01-01T00:00:00Z');
  const [old, young] = ['2025-06-01', '2026-06-01'];
  await sql`insert into messages (channel, kind, recipient, state, created_at) select 'email', 'test', 'x', 'sent', ${old}::date
    from generate_series(1, 700)`.execute(db);
  await sql`insert into messages (channel, kind, recipient, state, created_at) values
    ('email', 'test', 'waits', 'queued', ${old}::date), ('email', 'test', 'young', 'sent', ${young}::date)`.execute(
    db,
  );
  await sql`insert into box_day_counts (day, box_id, count) values (${old}, ${box.id}, 1), (${young}, ${box.id}, 1)`.execute(
    db,
  );
  await sql`insert into alerts (supervisor_name, condition_id, condition, aero_id, box_id, client_id, opened_at, value, last_value, last_at, cleared_at, seen_at, comment)
    select 's', 1, '{}', a.id, a.box_id, b.client_id, at, 1, 1, at, cleared, seen, what
    from aeros a join boxes b on b.id = a.box_id cross join (values
      (${old}::timestamptz, ${old}::timestamptz, ${old}::timestamptz, 'old'),
      (${old}::timestamptz, null, ${old}::timestamptz, 'holds still'),
      (${old}::timestamptz, ${old}::timestamptz, null, 'nobody looked'),
      (${young}::timestamptz, ${young}::timestamptz, ${young}::timestamptz, 'young')) as v (at, cleared, seen, what)
    where a.box_id = ${box.id} and a.position = 1`.execute(db);
  const steps = [];
  for (let step = 1; step > 0; steps.push(step)) step = await purgeStep(db, 'messages', before);
  expect(steps).toEqual([500, 200, 0]);
  expect(
    (await db.selectFrom('messages').select('recipient').orderBy('id').execute()).map((one) => one.recipient),
  ).toEqual(['waits', 'young']);
  expect(await purgeStep(db, 'counts', before)).toBe(1);
  expect(await purgeStep(db, 'alerts', before)).toBe(1);
  const left = await db.selectFrom('alerts').select('comment').orderBy('comment').execute();
  expect(left.map(({ comment }) => comment)).toEqual(['holds still', 'nobody looked', 'young']);
  await sql`insert into configuration_changes (changes, created_at) values ('{}', ${old}::date), ('{}', ${young}::date)`.execute(
    db,
  );
  await sql`insert into configuration_change_boxes (change_id, box_id, version)
    select id, ${box.id}, 1 from configuration_changes`.execute(db);
  for (const gone of [1, 1, 0]) expect(await purgeStep(db, 'commands', before)).toBe(gone);
  const changes =
    await sql`select c.id from configuration_changes c join configuration_change_boxes b on b.change_id = c.id`.execute(
      db,
    );
  expect(changes.rows).toHaveLength(1);
  for (const kind of ['commands', 'forecasts'] as const) expect(await purgeStep(db, kind, before)).toBe(0);
});
