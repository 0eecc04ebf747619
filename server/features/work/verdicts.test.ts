import { makeFinding } from '@aerowatch/domain/faults/finding';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const member = await server.createUser({ client: client.id });
const foreigner = await server.createUser({ level: 'privileged', client: (await server.createClient()).id });
const box = await server.createBox({ client: client.id });
const aero = () => box.aeroIds[0]!;
await server.db
  .insertInto('diagnostics')
  .values({
    aero_id: aero(),
    day: '2026-11-01',
    verdict: 'bad',
    findings: JSON.stringify([makeFinding('leak', 0.8, null, 'bad', {}, { fault: 'leak' })]) as never,
    faults: ['leak'],
  })
  .execute();
const source = { type: 'finding', kind: 'leak' };
const leak = (await member.api.post('/work-orders/', { box: box.id, aero: aero(), source })).body;
await member.api.patch(`/work-orders/${leak.id}/`, { state: 'done', verdict: 'found', acts: ['re_gassed'] });

describe('verdicts', () => {
  it('count per kind and client; a kind that is seldom found says so', async () => {
    const orders = (verdict: string, n: number) =>
      Array.from({ length: n }, () => ({
        client_id: client.id,
        box_id: box.id,
        kind: 'friction',
        source: 'finding',
        state: 'done',
        verdict,
      }));
    await server.db
      .insertInto('work_orders')
      .values([...orders('found', 3), ...orders('not_found', 4), ...orders('other_cause', 1)])
      .execute();
    const precision = (await member.api.get('/diagnostics/precision/')).body;
    expect(precision).toContainEqual({
      client: client.id,
      kind: 'friction',
      named: 8,
      found: 3,
      not_found: 4,
      other_cause: 1,
      open: 0,
      share: 0.375,
      doubtful: true,
    });
    expect(precision).toContainEqual(
      expect.objectContaining({ kind: 'leak', named: 1, found: 1, share: 1, doubtful: false }),
    );
    expect((await foreigner.api.get('/diagnostics/precision/')).body).toEqual([]);
    await diagnoseFriction();
    const [diagnosis] = (await member.api.get(`/diagnostics/?aero=${aero()}`)).body.results;
    expect(diagnosis.findings[0].text.doubt).toBe('Confirmed in only 3 of 8 visits at this client.');
    // The title of such an order is in the reader's language, also in mails and chats.
    const { body: order } = await member.api.post('/work-orders/', {
      box: box.id,
      aero: box.aeroIds[1],
      source: { type: 'finding', kind: 'friction' },
    });
    expect(order.title).toBe(`Excessive friction (seldom confirmed: 3 of 8) – ${box.serial}, AERO 2`);
    const french = await member.api.get(`/work-orders/${order.id}/`, { 'Accept-Language': 'fr' });
    expect(french.body.title).toContain('(rarement confirmé\u202f: 3 sur 8)');
    await expectNotices(diagnosis.findings[0]);
  });
});

/** All diagnoses find friction alone. */
const diagnoseFriction = () =>
  server.db
    .updateTable('diagnostics')
    .set({
      findings: JSON.stringify([
        {
          key: 'friction',
          value: 9,
          unit: null,
          verdict: 'bad',
          evaluable: true,
          reason: null,
          details: {},
          fault: 'friction',
        },
      ]) as never,
    })
    .execute();

/** A mail states how often a finding was confirmed, from eight visits on. */
async function expectNotices(found: object): Promise<void> {
  const { noticesOf } = await import('../notifications/messages/alert-words.ts');
  const finding = { ...found, since: null, noticed: null, confidence: 0.8 };
  const alertFields = { kinds: [], also: [], clearedAt: null, late: false, sami: 'satisfactory', finding };
  const counts = { found: 3, not_found: 5, other_cause: 0 };
  const reader = { language: 'en', unitSystem: 'metric', timeZone: 'UTC' } as const;
  const notices = noticesOf({ ...alertFields, precision: counts } as never, reader);
  expect(notices[0]).toMatch(/80% certain/);
  expect(notices[1]).toBe('Confirmed in only 3 of 8 visits at this client.');
  const fewer = { found: 3, not_found: 4, other_cause: 0 };
  expect(noticesOf({ ...alertFields, precision: fewer } as never, reader)).not.toContain(notices[1]);
}
