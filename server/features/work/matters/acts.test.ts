import { DAY } from '@aerowatch/domain/durations';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { forgetNotices } from '../notices/store-notices.ts';
import { stageOfMatters } from './testing.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const { ada, ben, observer, foreigner, api, diagnosed, boxOf, inbox, onlyOf, historyOf } =
  await stageOfMatters(server);

describe('accepting', () => {
  it('is one call: open, due as proposed, in charge who accepted; a second one changes nothing', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { seized: 'bad' });
    const proposed = await onlyOf(box.id);
    expect((await observer.api.post('/work-orders/accept/', { ids: [proposed.id] })).status).toBe(403);
    expect((await foreigner.api.post('/work-orders/accept/', { ids: [proposed.id] })).body).toMatchObject({
      ids: ['Does not exist'],
    });
    const { body, status } = await api.post('/work-orders/accept/', { ids: [proposed.id] });
    expect(status).toBe(200);
    expect(body.changed).toEqual([proposed.id]);
    expect(body.results[0]).toMatchObject({
      stage: 'open',
      severity: 'high',
      due_on: proposed.due_on,
      assignee: ada.id,
      assignee_name: 'Ada Byron',
    });
    const again = (await ben.api.post('/work-orders/accept/', { ids: [proposed.id] })).body;
    expect(again).toMatchObject({ changed: [], unchanged: [proposed.id] });
    expect(again.results[0].assignee).toBe(ada.id);
    expect((await inbox(`box=${box.id}&tab=mine`)).count).toBe(1);
    expect((await inbox(`box=${box.id}&tab=unassigned`)).count).toBe(0);
    expect((await api.get(`/work-orders/?box=${box.id}`)).body.results[0]).toMatchObject({
      state: 'open',
      accepted_by: ada.id,
      created_by: ada.id,
    });
    // The finding is still there: nothing is proposed beside the order.
    await diagnosed(box.aeroIds[0]!, { seized: 'bad' });
    expect((await inbox(`box=${box.id}`)).count).toBe(1);
  });

  it('is what making an order of the same finding does, as programs of before do', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { leak: 'watch' });
    const proposed = await onlyOf(box.id);
    const body = { box: box.id, aero, source: { type: 'finding', kind: 'leak' }, severity: 'low' };
    const made = await api.post('/work-orders/', body);
    expect([made.status, made.body.id, made.body.state]).toEqual([201, proposed.id, 'open']);
    expect(made.body).toMatchObject({
      severity: 'low',
      due_on: proposed.due_on,
      source: { type: 'finding', id: aero },
    });
    expect((await api.post('/work-orders/', body)).status).toBe(409);
  });
});

describe('dismissing', () => {
  it('lasts until it gets worse, and says so when it returns', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const refused = await api.post('/work-orders/dismiss/', { ids: [id] });
    expect(refused.body).toMatchObject({ reason: ['Required'] });
    await api.post('/work-orders/dismiss/', { ids: [id], reason: 'known', comment: 'Bottle ordered' });
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' });
    expect((await inbox(`box=${box.id}`)).count).toBe(0);
    expect((await api.get(`/work-orders/${id}/`)).body).toMatchObject({
      state: 'dismissed',
      dismissed: { reason: 'known', until: null, by: ada.id },
    });
    await diagnosed(box.aeroIds[0]!, { leak: 'bad' });
    expect(await onlyOf(box.id)).toMatchObject({
      id,
      stage: 'proposed',
      returned: 'worse',
      severity: 'high',
    });
    expect(await historyOf(id)).toEqual(['proposed', 'dismissed', 'returned']);
  });

  it('lasts until its day', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const until = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
    await api.post('/work-orders/dismiss/', { ids: [id], reason: 'planned_elsewhere', until });
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' }, Date.now() + DAY);
    expect((await inbox(`box=${box.id}`)).count).toBe(0);
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' }, Date.now() + 3 * DAY);
    expect(await onlyOf(box.id)).toMatchObject({ id, returned: 'day' });
  });
});

it('is handed over with a comment, planned, and joined', async () => {
  const box = await boxOf();
  await diagnosed(box.aeroIds[0]!, { leak: 'watch', wrong_length: 'watch' });
  const rows = (await inbox(`box=${box.id}&grouped=false`)).results;
  const idOf = (kind: string) =>
    rows.find((row: { matter: { kind: string } }) => row.matter.kind === kind).matter.id;
  const [leak, length] = [idOf('leak'), idOf('wrong_length')];
  const given = (
    await api.post('/work-orders/assign/', { ids: [leak], assignee: ben.id, comment: 'Bring gas' })
  ).body;
  expect(given.results[0]).toMatchObject({ stage: 'open', assignee: ben.id });
  expect((await api.get(`/work-orders/${leak}/`)).body.comments[0]).toMatchObject({
    text: 'Bring gas',
    user: ada.id,
  });
  const bell = (await ben.api.get('/notices/')).body;
  expect(bell).toMatchObject({ unread: 1 });
  expect(bell.results[0]).toMatchObject({
    type: 'handed_over',
    by: ada.id,
    by_name: 'Ada Byron',
    comment: 'Bring gas',
    read: false,
    matter: { id: leak, name: 'Gas leak', assignee: ben.id },
  });
  expect(bell.mine).toBe((await inbox('tab=mine', ben.api)).count);
  expect((await foreigner.api.get('/notices/')).body.results).toEqual([]);
  expect((await ada.api.post('/notices/read/', { ids: [bell.results[0].id] })).status).toBe(200);
  expect((await ben.api.get('/notices/')).body.unread).toBe(1);
  expect((await ben.api.post('/notices/read/', {})).body).toEqual({ unread: 0 });
  await forgetNotices(server.db, new Date(Date.now() + 29 * DAY));
  expect((await ben.api.get('/notices/')).body.results).toHaveLength(1);
  await forgetNotices(server.db, new Date(Date.now() + 31 * DAY));
  expect((await ben.api.get('/notices/')).body.results).toEqual([]);
  const late = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 10);
  const planned = (await api.post('/work-orders/plan/', { ids: [leak], due_on: late })).body.results[0];
  expect(planned).toMatchObject({ stage: 'planned', due_on: late, after_deadline: true });
  const joined = await api.post('/work-orders/join/', { into: leak, ids: [length] });
  expect(joined.status).toBe(200);
  await diagnosed(box.aeroIds[0]!, { leak: 'watch', wrong_length: 'watch' });
  expect((await inbox(`box=${box.id}`)).count).toBe(1);
  const other = await boxOf();
  await diagnosed(other.aeroIds[0]!, { leak: 'watch' });
  const foreign = await api.post('/work-orders/join/', { into: leak, ids: [(await onlyOf(other.id)).id] });
  expect(foreign.body.ids).toEqual(['Only matters of one box can be joined']);
});
