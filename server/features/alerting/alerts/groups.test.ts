import type { Alert } from '@aerowatch/contracts/api/alerts';
import { byWeight } from '@aerowatch/domain/alerting/groups';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fillAlerts, fillFleet } from '../../../../testing/store-fleet.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition } from '../testing.ts';
import { alertsModule } from './index.ts';

// Alerts that are filled by SQL have less in their conditions than the contract says.
const server = await testServer({ modules: [supervisorsModule, alertsModule], checkAnswers: false });
const client = await server.createClient();
const member = await server.createUser({ client: client.id });
const foreigner = await server.createUser({ client: (await server.createClient()).id });
const { aeros } = await fillFleet(server.db, 20, { client: client.id });
const { body: rule } = await server.admin.api.post<{ id: number }>('/supervisors/', {
  name: 'Cold',
  client: client.id,
  aeros: aeros.slice(0, 2),
  conditions: [condition()],
});
// Several of an AERO, with and without a cause, of each severity, some over.
for (const some of [aeros.slice(0, 30), aeros.slice(10, 40), aeros.slice(0, 7)])
  await fillAlerts(server.db, some, { client: client.id, supervisor: rule.id });
await sql`update alerts set severity = (array['low', 'medium', 'high'])[1 + id % 3],
  cause = case when id % 4 = 0 then 'improper_capacity' end,
  cleared_at = case when id % 5 = 0 then now() end,
  opened_at = date_trunc('minute', now()) - id % 11 * interval '1 hour'`.execute(server.db);

const read = async (query: string) => {
  const { status, body, headers } = await member.api.get<Alert[]>(`/alerts/opened/?${query}`);
  expect(status).toBe(200);
  return { alerts: body, total: Number(headers.get('x-total-count')) };
};
const { alerts: all } = await read('limit=5000');
const KEYS = { group: (one: Alert) => one.group, box: (one: Alert) => String(one.box) } as const;

it.each(['group', 'box'] as const)('pages of a %s hold whole ones, as the domain groups them', async (by) => {
  const expected = [...Map.groupBy(all, KEYS[by]).values()].map((group) => group.toSorted(byWeight));
  const newest = expected.toSorted(([a], [b]) => b!.opened_at.localeCompare(a!.opened_at) || b!.id - a!.id);
  const found: number[][] = [];
  for (let page = 1; found.length < expected.length; page += 1) {
    const { alerts, total } = await read(`by=${by}&page=${page}&page_size=3`);
    expect(total).toBe(expected.length);
    const groups = [...Map.groupBy(alerts, KEYS[by]).values()];
    expect(groups.length).toBe(Math.min(3, expected.length - found.length));
    found.push(...groups.map((group) => group.map(({ id }) => id)));
  }
  expect(found).toEqual(newest.map((group) => group.map(({ id }) => id)));

  const { body: columns } = await member.api.get(`/alerts/columns/?by=${by}`);
  const leads = new Map(expected.flatMap((group) => group.map(({ id }) => [id, group[0]!.id])));
  expect(columns.id).toEqual(all.map(({ id }) => id));
  expect(columns.lead).toEqual(columns.id.map((id: number) => leads.get(id)));
});

it('groups follow filter and order, and show nothing of another client', async () => {
  const { alerts, total } = await read('by=group&severity=high&ordering=opened_at&page_size=5000');
  const high = all.filter(({ severity }) => severity === 'high');
  expect(alerts.map(({ id }) => id).toSorted()).toEqual(high.map(({ id }) => id).toSorted());
  expect(total).toBe(new Set(high.map(({ group }) => group)).size);
  const leads = [...Map.groupBy(alerts, ({ group }) => group).values()].map(([lead]) => lead!.opened_at);
  expect(leads).toEqual(leads.toSorted());
  const { body: columns } = await member.api.get('/alerts/columns/?severity=high');
  expect([columns.id, columns.lead]).toEqual([high.map(({ id }) => id), high.map(({ id }) => id)]);
  expect(columns.aero).toEqual(high.map(({ aero }) => aero));
  expect(columns.box).toEqual(high.map(({ box }) => box));
  expect((await foreigner.api.get('/alerts/opened/?by=box')).body).toEqual([]);
  expect((await foreigner.api.get('/alerts/columns/')).body.id).toEqual([]);
  expect((await member.api.get(`/alerts/opened/?by=box&before=${all[0]!.opened_at},1`)).status).toBe(400);
});
