import { makeFinding } from '@aerowatch/domain/faults/finding';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { condition, judgeAll, MINUTE, receive } from '../alerting/testing.ts';

const NOW = Date.now();

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id, first_name: 'Ada', last_name: 'Byron' });
const foreigner = await server.createUser({ level: 'privileged', client: (await server.createClient()).id });
const box = await server.createBox({
  client: client.id,
  pole: '12/4',
  line: 'Dijon – Dole',
  kilometer_point: 320,
});
await server.db
  .insertInto('diagnostics')
  .values({
    aero_id: box.aeroIds[0]!,
    day: '2026-11-01',
    verdict: 'bad',
    findings: JSON.stringify([makeFinding('leak', 0.8, null, 'bad', {}, { fault: 'leak' })]) as never,
    faults: ['leak'],
  })
  .execute();
await manager.api.post('/supervisors/', {
  name: 'Gas',
  aeros: box.aeroIds,
  conditions: [condition({ metric: 'pressure', comparator: 'lt', value: 20 }), condition()],
});
await receive(server.db, box.aeroIds[0]!, [{ time: NOW - 30 * MINUTE, pressure: 12, temperature: 40 }]);
await judgeAll(server.db);
const open = (await member.api.get('/alerts/opened/?metric=pressure')).body;
expect(open).toHaveLength(1);
const alert = open[0];

const aero = () => box.aeroIds[0]!;

describe('a work order', () => {
  it('is made of a finding with its checklist, the safety line first, once per AERO and kind', async () => {
    const body = {
      box: box.id,
      aero: aero(),
      source: { type: 'finding', kind: 'leak' },
      due_on: '2026-12-01',
    };
    const made = await member.api.post('/work-orders/', body);
    expect([made.status, made.body.title]).toEqual([201, `Gas leak – ${box.serial}, AERO 1`]);
    expect(made.body).toMatchObject({
      state: 'open',
      severity: 'medium',
      due_on: '2026-12-01',
      source: { type: 'finding', id: aero(), kind: 'leak' },
      created_by_name: 'Ada Byron',
      place: { line: 'Dijon – Dole', kilometer_point: 320, pole: '12/4', position: 1 },
      alerts: [alert.id],
    });
    expect(made.body.checklist[0]).toMatchObject({ code: 'isolation', done: false });
    expect(made.body.checklist[0].text).toMatch(/^Permit to work issued.*otherwise no work/);
    expect(made.body.checklist.map((check: { code: string }) => check.code)).toContain('top_up_gas');
    const french = await member.api.get(`/work-orders/${made.body.id}/`, { 'Accept-Language': 'fr' });
    expect(french.body.checklist[0].text).toMatch(/^Consignation caténaire délivrée/);
    expect(french.body.title).toMatch(/^Fuite de gaz/);

    const again = await member.api.post('/work-orders/', body);
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      409,
      'work_exists',
      `Work order ${made.body.id} of the same AERO and kind is already open`,
    ]);
    const other = { box: box.id, aero: aero(), source: { type: 'alert', alert: alert.id } };
    const bulk = await member.api.post('/work-orders/bulk/', { orders: [body, other, other] });
    expect(bulk.body.existing).toContain(made.body.id);
    expect(bulk.body.created).toHaveLength(1);
    const ofAlert = (await member.api.get(`/work-orders/${bulk.body.created[0]}/`)).body;
    expect(ofAlert.source).toEqual({ type: 'alert', id: alert.id, kind: 'pressure' });
    await member.api.patch(`/work-orders/${ofAlert.id}/`, { state: 'cancelled' });
    // A source can be sent in the form in which an order returns it.
    const { source } = ofAlert;
    const echoed = (await member.api.post('/work-orders/', { box: box.id, source })).body;
    expect([echoed.source, echoed.aero]).toEqual([source, aero()]);
    await member.api.patch(`/work-orders/${echoed.id}/`, { state: 'cancelled' });
    const found = { type: 'finding', id: aero(), kind: 'leak' };
    const twice = await member.api.post('/work-orders/', { box: box.id, source: found });
    expect([twice.status, twice.body.detail]).toEqual([409, again.body.detail]);
  });

  it('is shown by its finding and its alert', async () => {
    const [order] = (await member.api.get('/work-orders/?state=open&kind=leak')).body.results;
    const [diagnosis] = (await member.api.get(`/diagnostics/?aero=${aero()}`)).body.results;
    expect(diagnosis.findings[0]).toMatchObject({ fault: 'leak', work_order: order.id });
    expect((await member.api.get(`/alerts/${alert.id}/`)).body.work_order).toBe(order.id);
  });

  it('refuses what does not fit, at its field and in the caller’s language', async () => {
    const refused = async (body: object) => (await member.api.post('/work-orders/', body)).body;
    expect(await refused({ box: 99_999 })).toEqual({ box: ['This box does not exist'] });
    expect(await refused({ box: box.id, aero: 99_999 })).toEqual({
      aero: ['This box does not have this AERO'],
    });
    expect(await refused({ box: box.id, assignee: foreigner.id })).toEqual({ assignee: ['Does not exist'] });
    expect(await refused({ box: box.id, checklist: [{ text: '' }] })).toEqual({
      checklist: { 0: { text: ['Required'] } },
    });
    expect(await refused({ box: box.id, external_url: 'javascript:alert(1)' })).toHaveProperty(
      'external_url',
    );
    expect(await refused({ box: box.id, source: { type: 'alert' } })).toEqual({
      source: { alert: ['Required'] },
    });
    for (const type of ['alert', 'finding', 'box'])
      expect(await refused({ box: box.id, source: { type, id: 99_999 } }), type).toEqual({
        source: { id: [type === 'finding' ? 'This box does not have this AERO' : 'Does not exist'] },
      });
    expect((await foreigner.api.post('/work-orders/', { box: box.id })).body).toEqual({
      box: ['This box does not exist'],
    });
  });

  it('is planned, given, ticked, commented; filtered, ordered and found', async () => {
    const [order] = (await member.api.get('/work-orders/?kind=leak')).body.results;
    const [first, ...rest] = order.checklist;
    const change = {
      state: 'planned',
      assignee: member.id,
      checklist: [{ ...first, done: true }, ...rest, { text: 'Bring the long ladder' }],
      external_reference: 'WO-77',
      external_url: 'https://cmms.example/WO-77',
    };
    const { headers } = await member.api.get(`/work-orders/${order.id}/`);
    const planned = await member.api.patch(`/work-orders/${order.id}/`, change, {
      'If-Match': headers.get('etag')!,
    });
    expect(planned.body).toMatchObject({ state: 'planned', assignee_name: 'Ada Byron' });
    expect(planned.body.checklist.at(-1)).toEqual({
      code: null,
      text: 'Bring the long ladder',
      done: false,
      note: '',
    });
    const stale = { 'If-Match': headers.get('etag')! };
    expect((await manager.api.patch(`/work-orders/${order.id}/`, { severity: 'low' }, stale)).status).toBe(
      412,
    );
    const comment = await manager.api.post(`/work-orders/${order.id}/comments/`, {
      text: 'Gauge reads 11 bar',
    });
    expect([comment.status, comment.body.text]).toEqual([201, 'Gauge reads 11 bar']);
    const count = async (query: string) => (await member.api.get(`/work-orders/?${query}`)).body.count;
    expect(await count('mine=true')).toBe(1);
    expect(await count('line=dijon – dole&state=planned&ordering=-severity,kilometer_point')).toBe(1);
    expect(await count('external_reference=WO-77&search=long')).toBe(0);
    expect(await count('due_before=2026-12-01')).toBe(0);
    expect((await foreigner.api.get('/work-orders/')).body.count).toBe(0);
    expect((await foreigner.api.get(`/work-orders/${order.id}/`)).status).toBe(404);
    expect((await foreigner.api.patch('/work-orders/by-reference/WO-77/', { severity: 'low' })).status).toBe(
      404,
    );
  });
});

describe('closing', () => {
  it('needs a verdict, and a name for something else', async () => {
    const [order] = (await member.api.get('/work-orders/?kind=leak')).body.results;
    const refused = async (body: object) => (await member.api.patch(`/work-orders/${order.id}/`, body)).body;
    expect(await refused({ state: 'done' })).toEqual({ verdict: ['Required'] });
    expect(await refused({ verdict: 'found' })).toEqual({
      verdict: ['A verdict is entered with the state “done”'],
    });
    expect(await refused({ state: 'done', verdict: 'other_cause' })).toEqual({ mechanism: ['Required'] });
  });

  it('does all that follows in one act: note, baseline, SAMI, alerts', async () => {
    const [order] = (await member.api.get('/work-orders/?kind=leak')).body.results;
    await server.db.updateTable('aeros').set({ sami: 'unsatisfactory' }).where('id', '=', aero()).execute();
    const close = {
      state: 'done',
      verdict: 'found',
      mechanism: 'leakage',
      cause: 'expected_wear',
      acts: ['re_gassed'],
      closing_note: 'Valve replaced',
      sami: 'satisfactory',
    };
    const closed = await member.api.patch(`/work-orders/${order.id}/`, close);
    expect(closed.body).toMatchObject({
      state: 'done',
      verdict: 'found',
      closed_by_name: 'Ada Byron',
      alerts: [],
    });
    const [note] = (await member.api.get(`/notes/?aero=${aero()}`)).body.results;
    expect(note).toMatchObject({ kind: 'baseline_reset', user: member.id });
    expect(note.text).toBe(
      `Work order ${order.id} – Gas leak – ${box.serial}, AERO 1. Confirmed (Leakage, Expected wear and tear). Gas topped up. Valve replaced`,
    );
    expect((await member.api.get(`/aeros/${aero()}/`)).body.sami).toBe('satisfactory');
    const after = (await member.api.get(`/alerts/${alert.id}/`)).body;
    expect(after).toMatchObject({ seen: true, seen_by: member.id, work_order: order.id });
    // The alert about the temperature belongs to other work.
    expect((await member.api.get('/alerts/opened/')).body).toHaveLength(1);

    const again = await member.api.patch(`/work-orders/${order.id}/`, close);
    expect(again.status).toBe(200);
    expect((await member.api.get(`/notes/?aero=${aero()}`)).body.count).toBe(1);
    expect((await member.api.patch(`/work-orders/${order.id}/`, { state: 'open' })).status).toBe(409);
    expect((await member.api.patch(`/work-orders/${order.id}/`, { verdict: 'not_found' })).body.verdict).toBe(
      'not_found',
    );
    await member.api.patch(`/work-orders/${order.id}/`, { verdict: 'found' });
  });

  it('does nothing of it when a part is refused', async () => {
    const order = (await member.api.post('/work-orders/', { box: box.id, aero: aero() })).body;
    const refused = await member.api.patch(`/work-orders/${order.id}/`, {
      state: 'done',
      verdict: 'found',
      acts: ['freed'],
      sami: 'unsatisfactory',
    });
    expect(refused.body).toEqual({ sami: ['A work order raises the SAMI or leaves it unchanged'] });
    expect((await member.api.get(`/work-orders/${order.id}/`)).body.state).toBe('open');
    expect((await member.api.get(`/notes/?aero=${aero()}`)).body.count).toBe(1);
  });
});
