import { fileURLToPath } from 'node:url';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../testing/test-server.ts';
import { connect } from '../platform/database/connection/connect.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { makeLog } from '../platform/log/log.ts';

// A server that starts over a filled database of release 2.6.0, as an upgrade does.

/** The last migration of that release. */
const RELEASE = '0371-late-issues';
const DAY = 86_400_000;
const CLOSED = new Date(Date.now() - 40 * DAY);

const finding = (fault: 'leak' | 'friction', verdict: 'bad' | 'watch') =>
  JSON.stringify([
    withDefaults(
      makeFinding(fault, 1, null, verdict, {}, { fault, since: Date.now() - 2 * DAY, confidence: 0.9 }),
      Date.now(),
    ),
  ]);

/** Two AEROs with a fault each; a repair that is done, one that is planned, one nobody took up; an alert. */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`insert into clients (name) values ('Rail')`.execute(db);
  await sql`insert into users (email, first_name, last_name, password_hash, client_id) values ('ada@rail.example', 'Ada', 'Byron', '!', 1)`.execute(
    db,
  );
  await sql`insert into boxes (serial_number, desired, client_id, last_send) values ('AW-1', '{"upload_time": 300}', 1, now())`.execute(
    db,
  );
  await sql`insert into aeros (box_id, position) values (1, 1), (1, 2)`.execute(db);
  await sql`insert into diagnostics (aero_id, day, verdict, findings, faults) values
    (1, current_date, 'bad', ${finding('leak', 'bad')}::jsonb, '{leak}'), (2, current_date, 'watch', ${finding('friction', 'watch')}::jsonb, '{friction}')`.execute(
    db,
  );
  await sql`insert into work_orders (client_id, box_id, aero_id, kind, source, state, verdict, acts, closing_note, created_by, assignee_id, created_at, closed_at, closed_by, due_on) values
    (1, 1, 2, 'leak', 'finding', 'done', 'found', '{re_gassed}', 'valve', 1, 1, ${CLOSED}, ${CLOSED}, 1, null),
    (1, 1, 1, 'leak', 'finding', 'planned', null, '{}', '', 1, 1, ${CLOSED}, null, null, current_date + 9),
    (1, 1, null, 'inspection', 'manual', 'cancelled', null, '{}', '', 1, null, ${CLOSED}, ${CLOSED}, 1, null)`.execute(
    db,
  );
  await sql`insert into work_order_comments (work_order_id, user_id, text) values (2, 1, 'spare part ordered')`.execute(
    db,
  );
  const condition = JSON.stringify({
    id: 1,
    value: 4.2,
    metric: 'pressure',
    period: { unit: 'hours', value: 24 },
    actions: [],
    average: false,
    finding: null,
    percent: 100,
    recovery: null,
    severity: 'medium',
    comparator: 'lt',
    hold_clear: null,
  });
  await sql`insert into alerts (supervisor_name, condition_id, condition, aero_id, box_id, client_id, opened_at, value, last_value, last_at)
    values ('Gas pressure', 1, ${condition}::jsonb, 1, 1, 1, now() - interval '1 day', 4.1, 4.1, now())`.execute(
    db,
  );
}

const server = await testServer({
  env: { LOG_LEVEL: 'silent' },
  prepare: async (databaseUrl) => {
    const all = await readMigrations(fileURLToPath(new URL('.', import.meta.url)));
    expect(all.map(({ name }) => name)).toContain(RELEASE);
    const { db, close } = connect(databaseUrl, makeLog('error'), { max: 1 });
    // The database comes migrated: it begins anew, as one of before.
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name <= RELEASE),
    );
    await fill(db as never);
    await close();
  },
});

it('what was done is closed, what was planned goes on, and what nobody took up is proposed', async () => {
  const { api } = server.admin;
  const inbox = async () => (await api.get('/work-orders/inbox/?box=1')).body.results;
  await expect
    .poll(
      async () =>
        (await inbox()).map(({ matter }: { matter: { stage: string; kind: string } }) => [
          matter.stage,
          matter.kind,
        ]),
      {
        timeout: 20_000,
      },
    )
    .toEqual(expect.arrayContaining([['proposed', 'friction']]));
  const order = async (id: number) => (await api.get(`/work-orders/${id}/`)).body;
  expect(await order(1)).toMatchObject({
    state: 'done',
    stage: 'closed',
    verdict: 'found',
    acts: ['re_gassed'],
    closing_note: 'valve',
    closed_at: CLOSED.toISOString(),
  });
  expect(await order(2)).toMatchObject({
    state: 'planned',
    source: { kind: 'leak' },
    assignee: 1,
    comments: [{ text: 'spare part ordered' }],
  });
  expect(await order(3)).toMatchObject({ state: 'cancelled' });
  // No order is lost, none is made twice, and nothing that was closed is asked about.
  const { rows } = await sql<{
    id: number;
    state: string;
    kind: string;
    accepted: boolean;
    proof: string | null;
  }>`
    select id, state, kind, accepted_at is not null as accepted, proof from work_orders order by id`.execute(
    server.db,
  );
  expect(rows.map(({ state, kind, accepted, proof }) => [state, kind, accepted, proof])).toEqual([
    ['done', 'leak', true, null],
    ['planned', 'leak', true, null],
    ['cancelled', 'inspection', true, null],
    ['proposed', 'friction', false, null],
  ]);
  // The alert belongs to the repair that is planned for its cause.
  expect((await api.get('/alerts/1/')).body).toMatchObject({ id: 1, matter: { id: 2 } });
});
