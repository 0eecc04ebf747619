import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ask } from '../testing/plain-query.ts';
import { testServer } from '../testing/test-server.ts';
import { pseudonymise } from './features/audit/store.ts';
import { connectBox } from './features/twin/testing.ts';
import { appendWaiting } from './platform/audit/store-chain.ts';
import { verifyChain } from './platform/audit/verify.ts';
import { system } from './platform/viewer.ts';

/** The whole server, as a role that owns nothing, on an external database. */
const server = await testServer({ asServerRole: true, env: { AUDIT_RETENTION_DAYS: '30' } });
const client = await server.createClient();

const chained = async () => {
  while ((await appendWaiting(server.db, system)).count > 0);
  return verifyChain(server.db);
};
const owner = (statement: string) => ask<Record<string, never>>(server.databaseUrl, statement);
const tampered = async (statement: string) => {
  await owner(`set session_replication_role = replica; ${statement}`);
  return (await verifyChain(server.db)).problems;
};

describe('the role that the server runs as', () => {
  it('does the daily work: measures in, curves, configuration, deletion', async () => {
    const box = await server.createBox({ client: client.id });
    const connected = await connectBox(server, box);
    const t0 = Math.floor(Date.now() / 1000) - 60;
    const metrics = {
      pressure: [180],
      stroke: [500],
      battery_voltage: [3.7],
      solar_voltage: [5],
      charge_current: [1],
    };
    await connected.publish('measures', {
      v: 1,
      aeros: [{ aero: 1, t0, dt: [0], temperature: [20], ...metrics }],
    });
    await connected.end();
    const aero = box.aeroIds[0];
    expect((await server.admin.api.get(`/measures/?aero=${aero}`)).body.count).toBe(1);
    expect((await server.admin.api.get(`/measures/series/?aero=${aero}`)).status).toBe(200);
    expect((await server.admin.api.patch(`/boxes/${box.id}/`, { desired: { log_time: 600 } })).status).toBe(
      200,
    );
    expect((await server.admin.api.delete(`/boxes/${box.id}/`)).status).toBe(204);
  });
  it.each([
    ['update audit set action = $$x$$'],
    ['delete from audit'],
    ['truncate audit'],
    ['update audit_chain set seq = 5'],
    ['delete from audit_chain'],
    ['truncate audit_chain'],
    ['insert into audit_heads (seq, hash, entries) values (9, $$\\x00$$, 1)'],
    ['update audit_personal set content = $$x$$'],
    ['truncate audit_personal'],
    ['update audit_settings set retention_days = 0'],
    ['alter table audit disable trigger all'],
    ['drop table audit_chain'],
    ['create table mine (id int)'],
    ['set session_replication_role = replica'],
    ['delete from schema_migrations'],
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(server.db)).rejects.toThrow(/permission denied|must be owner/);
  });
  it('may not by the owner either, while the triggers stand', async () => {
    for (const statement of [
      'update audit set action = action',
      'delete from audit',
      'truncate audit cascade',
    ])
      await expect(owner(statement)).rejects.toThrow(/append-only/);
  });
});

describe('the chain of the audit log', () => {
  it('holds what was written, by many at once, and by number', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.admin.api.post('/tags/', { name: `chain ${index}`, color: '#000000', client: client.id }),
      ),
    );
    const verdict = await chained();
    expect(verdict.problems).toEqual([]);
    expect(verdict.entries).toBeGreaterThanOrEqual(20);
    expect((await server.admin.api.get('/audit/verify/')).body.problems).toEqual([]);
    const manager = await server.createUser({ level: 'privileged', client: client.id });
    expect((await manager.api.get('/audit/verify/')).status).toBe(403);
  });
  it('stays whole when a person is deleted, and tells nothing of them any more', async () => {
    const gone = await server.createUser({ level: 'privileged', client: client.id, first_name: 'Zacharie' });
    await gone.api.post('/tags/', { name: 'by Zacharie', color: '#000000' });
    await server.admin.api.patch(`/users/${gone.id}/`, { last_name: 'Zola' });
    await chained();
    expect((await server.admin.api.delete(`/users/${gone.id}/`)).status).toBe(204);
    const verdict = await chained();
    expect(verdict.problems).toEqual([]);
    expect(verdict.erased).toBeGreaterThan(1);
    const personal = JSON.stringify(await server.db.selectFrom('audit_told').selectAll().execute());
    expect(personal).not.toMatch(/Zacharie [^"]*"|Zola/);
    expect(personal).toContain(`"user_name":"#${gone.id}"`);
  });
  it('says when somebody was taken out whose deletion nobody recorded', async () => {
    const hidden = await server.createUser({ level: 'privileged', client: client.id });
    await hidden.api.post('/tags/', { name: 'hidden', color: '#000000' });
    await chained();
    const kept = await server.db
      .selectFrom('audit_personal')
      .selectAll()
      .where('person', '=', hidden.id)
      .execute();
    await pseudonymise(server.db, system, hidden.id);
    expect((await verifyChain(server.db)).problems.map(({ code }) => code)).toContain('actor_removed');
    await server.db.insertInto('audit_personal').values(kept).execute();
    expect((await verifyChain(server.db)).problems).toEqual([]);
  });
  it('shows what was changed within it, for who owns the database', async () => {
    const { rows } = await sql<{ id: number; action: string; seq: number }>`
      select a.id, a.action, c.seq from audit_chain c join audit a on a.id = c.audit_id order by c.seq limit 2`.execute(
      server.db,
    );
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
    expect(await tampered(`update audit set action = 'nothing' where id = ${first.id}`)).toMatchObject([
      { code: 'changed', entry: first.seq, action: 'nothing' },
    ]);
    expect(await tampered(`update audit set action = '${first.action}' where id = ${first.id}`)).toEqual([]);
    expect(
      await tampered(
        `update audit_personal set content = '{}' where audit_id = ${second.id} and part = 'actor'`,
      ),
    ).toContainEqual({ code: 'actor_changed', entry: second.seq });
    expect(
      await tampered(`insert into audit (action, entity, entity_name) values ('slipped', 'in', '')`),
    ).toContainEqual({ code: 'never_chained', count: 1 });
    expect(await tampered(`delete from audit_chain where seq = ${second.seq}`)).toContainEqual({
      code: 'missing',
      entry: second.seq,
      until: second.seq,
    });
  });
});
