import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';

const HOUR = 3_600_000;
const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const ada = await server.createUser({ client: client.id, first_name: 'Ada' });
const bea = await server.createUser({ client: client.id, first_name: 'Bea' });

let id: number;
let aero: number;
beforeEach(async () => {
  const box = await server.createBox({ client: client.id });
  aero = box.aeroIds[0]!;
  id = (
    await ada.api.post('/work-orders/', {
      box: box.id,
      aero,
      source: { type: 'finding', kind: 'leak' },
    })
  ).body.id;
  // Open for a week, as work of three days ago belongs to it.
  await server.db
    .updateTable('work_orders')
    .set({ created_at: new Date(Date.now() - 168 * HOUR) })
    .where('id', '=', id)
    .execute();
});

/** An entry written hours ago, by a clock that is wrong by `off` hours. */
const written = (hours = 0, off = 0) => ({
  entry_id: randomUUID(),
  written_at: new Date(Date.now() + (off - hours) * HOUR).toISOString(),
  sent_at: new Date(Date.now() + off * HOUR).toISOString(),
});
const add = (user: typeof ada, body: object) => user.api.post(`/work-orders/${id}/entries/`, body);
const order = async () => (await ada.api.get(`/work-orders/${id}/`)).body;
const hoursAgo = (at: string) => Math.round((Date.now() - Date.parse(at)) / HOUR);

describe('entries from the pole', () => {
  it('are taken once, at the time at which they were written, whatever the clock of the phone says', async () => {
    const entry = { ...written(71, -72), comment: 'Valve is wet' };
    const first = await add(ada, entry);
    expect([first.status, first.body.comments.length]).toEqual([200, 1]);
    // At once and later, with another time of sending.
    await Promise.all([add(ada, entry), add(ada, { ...entry, sent_at: new Date().toISOString() })]);
    const { comments } = await order();
    expect(comments).toMatchObject([{ text: 'Valve is wet', user: ada.id }]);
    expect(hoursAgo(comments[0].at)).toBe(71);
    // The id belongs to its user.
    await add(bea, entry);
    expect((await order()).comments).toHaveLength(2);
  });

  it('of two technicians are merged: ticks, readings, comments', async () => {
    const check = (change: object) => ({ check: { code: 'measure_stroke', ...change } });
    await Promise.all([
      add(ada, { ...written(3), ...check({ note: '412 mm', known: [''], done: true }) }),
      add(bea, { ...written(2), ...check({ note: '415 mm', known: [''] }) }),
      add(bea, { ...written(2), check: { code: 'isolation', done: true } }),
      add(ada, { ...written(1), check: { text: 'Nest under the wheel', done: true } }),
    ]);
    const { checklist } = await order();
    const line = (code: string | null) => checklist.find((one: { code: string | null }) => one.code === code);
    expect(line('measure_stroke').done).toBe(true);
    expect(line('measure_stroke').note.split(' · ').sort()).toEqual(['412 mm', '415 mm']);
    expect(line('isolation').done).toBe(true);
    expect(line(null)).toMatchObject({ text: 'Nest under the wheel', done: true });
  });

  it('close an order once; a second closing keeps its acts, note and verdict', async () => {
    const closing = { verdict: 'found', acts: ['re_gassed'], closing_note: 'Topped up' };
    const mine = { ...written(5), closing };
    expect((await add(ada, mine)).body.state).toBe('done');
    await add(ada, mine);
    const second = await add(bea, {
      ...written(4),
      closing: {
        verdict: 'other_cause',
        mechanism: 'leakage',
        acts: ['freed'],
        closing_note: 'Was stuck too',
      },
    });
    expect(second.status).toBe(200);
    const after = await order();
    expect(after).toMatchObject({
      verdict: 'found',
      closed_by: ada.id,
      closing_note: 'Topped up\nWas stuck too',
    });
    expect(after.acts.toSorted()).toEqual(['freed', 're_gassed']);
    expect(hoursAgo(after.closed_at)).toBe(5);
    expect(after.comments).toHaveLength(1);
    expect(after.comments[0]).toMatchObject({ user: bea.id, text: expect.stringContaining('Was stuck too') });
    const notes = (await ada.api.get(`/notes/?aero=${aero}`)).body.results;
    expect(notes.map((note: { user: number }) => note.user).sort()).toEqual([ada.id, bea.id].sort());
  });

  it('close what was cancelled meanwhile, because the work was done', async () => {
    await ada.api.patch(`/work-orders/${id}/`, { state: 'cancelled' });
    const closed = await add(bea, { ...written(2), closing: { verdict: 'not_found' } });
    expect(closed.body).toMatchObject({ state: 'done', verdict: 'not_found', closed_by: bea.id });
  });

  it('bring photos once, at the time at which they were taken', async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const fields = { ...written(30), caption: 'Gauge' };
    const send = async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(png)]), 'pole.png');
      const headers = { Authorization: `Token ${ada.token}` };
      const url = `${server.url}/api/work-orders/${id}/photos/`;
      const answer = await fetch(url, { method: 'POST', headers, body: form });
      return { status: answer.status, body: await answer.json() };
    };
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    const { photos } = await order();
    expect(photos).toHaveLength(1);
    expect(hoursAgo(photos[0].at)).toBe(30);
    await ada.api.delete(`/work-order-photos/${first.body.id}/`);
    expect((await send()).status).toBe(201);
    expect((await order()).photos).toHaveLength(0);
  });

  it('are refused with their reason when they say nothing, or of a foreign order', async () => {
    expect((await add(ada, written())).status).toBe(400);
    expect((await add(ada, { ...written(), comment: 'a', check: { code: 'isolation' } })).status).toBe(400);
    expect((await add(ada, { ...written(), entry_id: '7', comment: 'a' })).body).toHaveProperty('entry_id');
    const foreign = await server.createUser({ client: (await server.createClient()).id });
    expect((await add(foreign, { ...written(), comment: 'a' })).status).toBe(404);
    // A refused entry leaves its id free.
    const entry = written();
    expect((await add(ada, { ...entry, closing: { verdict: 'other_cause' } })).status).toBe(400);
    expect((await add(ada, { ...entry, closing: { verdict: 'found' } })).body.state).toBe('done');
  });
});

it('a note of the log is taken once', async () => {
  const { box } = await order();
  const note = { box, text: 'Looked at it', entry_id: randomUUID() };
  const [first, again] = [await ada.api.post('/notes/', note), await ada.api.post('/notes/', note)];
  expect([first.status, again.body]).toEqual([201, first.body]);
  expect((await ada.api.get(`/notes/?box=${box}`)).body.count).toBe(1);
});
