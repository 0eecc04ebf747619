import { DAY } from '@aerowatch/domain/durations';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { stageOfMatters } from './testing.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const { ada, ben, api, turn, diagnosed, boxOf, inbox, onlyOf, historyOf, rung } =
  await stageOfMatters(server);

describe('an alert', () => {
  it('belongs to the fault of its AERO that explains it, and follows its owner', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const alert = await rung(box.id, aero!, 'pressure');
    expect((await inbox(`box=${box.id}`)).results.map((row: { matter: object }) => row.matter)).toMatchObject(
      [{ id, alerts: 1, kind: 'leak' }],
    );
    await api.post('/work-orders/accept/', { ids: [id] });
    expect((await api.get(`/alerts/${alert}/`)).body).toMatchObject({
      matter: { id, name: 'Gas leak', stage: 'open', assignee: ada.id, assignee_name: 'Ada Byron' },
      assignee: ada.id,
    });
    await api.post('/work-orders/assign/', { ids: [id], assignee: ben.id });
    expect((await api.get(`/alerts/${alert}/`)).body.assignee).toBe(ben.id);
    await api.patch(`/work-orders/${id}/`, { state: 'done', verdict: 'found', acts: ['re_gassed'] });
    expect((await api.get(`/alerts/${alert}/`)).body.seen).toBe(true);
  });

  it('makes an order of the matter that it belongs to, not a second one', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const alert = await rung(box.id, aero!, 'pressure');
    const body = { box: box.id, source: { type: 'alert', alert } };
    const made = await api.post('/work-orders/', body);
    expect([made.status, made.body.id, made.body.source.kind]).toEqual([201, id, 'leak']);
    expect((await api.post('/work-orders/', body)).status).toBe(409);
  });

  it('stays as it is where whoever closes its matter says so', async () => {
    const box = await boxOf();
    const alert = await rung(box.id, box.aeroIds[0]!, 'pressure');
    const { id } = await onlyOf(box.id);
    await api.post('/work-orders/accept/', { ids: [id] });
    const close = { state: 'done', verdict: 'found', acts: ['re_gassed'] };
    await api.patch(`/work-orders/${id}/`, { ...close, archive_alerts: false });
    expect((await api.get(`/alerts/${alert}/`)).body).toMatchObject({
      seen: false,
      matter: { id, name: 'Gas pressure low', stage: 'verifying' },
    });
  });

  it('that no fault explains is a matter named by its rule, with its limit, and goes with it', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { temperature_sensor_step: 'watch' });
    const alert = await rung(box.id, aero!, 'pressure', { severity: 'high' });
    const { results } = await inbox(`box=${box.id}`);
    const { matter } = results.find((row: { matter: { kind: string } }) => row.matter.kind === 'pressure');
    expect(matter).toMatchObject({
      name: 'Gas pressure low',
      rule: 'Gas pressure low',
      source: 'alert',
      severity: 'high',
      curve: { aero, metric: 'pressure', level: { value: 60, code: 'limit' } },
    });
    expect((await api.get(`/work-orders/${matter.id}/`)).body.title).toMatch(/^Gas pressure low – /);
    await api.patch(`/alerts/${alert}/`, { seen: true });
    await turn();
    expect(await historyOf(matter.id)).toEqual(['proposed', 'gone']);
    // The alert is open again, and so is its matter.
    await api.patch(`/alerts/${alert}/`, { seen: false });
    await turn();
    expect((await inbox(`box=${box.id}&kind=pressure`)).count).toBe(1);
  });

  it('that rang long ago is due from the day it is proposed, and stays so', async () => {
    const box = await boxOf();
    await rung(box.id, box.aeroIds[0]!, 'pressure', {
      severity: 'high',
      opened_at: new Date(Date.now() - 40 * DAY),
    });
    const due_on = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
    expect(await onlyOf(box.id)).toMatchObject({ due_on, due_by: due_on, overdue: false });
    await rung(box.id, box.aeroIds[0]!, 'pressure', { severity: 'high', opened_at: new Date() });
    await turn(new Date(Date.now() + 2 * DAY));
    expect(await onlyOf(box.id)).toMatchObject({ due_on, due_by: due_on, alerts: 2 });
  });

  it('on the battery is one matter of the box', async () => {
    const box = await boxOf();
    for (const aero of box.aeroIds) await rung(box.id, aero, 'battery_voltage');
    expect((await inbox(`box=${box.id}`)).results).toMatchObject([{ matter: { aero: null, alerts: 2 } }]);
  });
});
