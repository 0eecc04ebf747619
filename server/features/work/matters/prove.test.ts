import { DAY } from '@aerowatch/domain/durations';
import type { Fault } from '@aerowatch/domain/faults/list';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { stageOfMatters } from './testing.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const { ada, api, turn, diagnosed, boxOf, onlyOf, historyOf } = await stageOfMatters(server);

describe('a finished order', () => {
  const LATER = Date.now() + 2.5 * DAY;
  async function finished(fault: Fault) {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { [fault]: 'watch' });
    const { id } = await onlyOf(box.id);
    await api.post('/work-orders/accept/', { ids: [id] });
    await api.patch(`/work-orders/${id}/`, { state: 'done', verdict: 'found', acts: ['freed'] });
    await server.db
      .updateTable('boxes')
      .set({ last_send: new Date(LATER) })
      .where('id', '=', box.id)
      .execute();
    /** Stores this verification of the repair as the next diagnosis. */
    const verified = async (state: string, at = LATER) => {
      await sql`update diagnostics set repair = repair || ${JSON.stringify({ state, moved: 31, called: 34 })}::jsonb where aero_id = ${aero}`.execute(
        server.db,
      );
      await turn(new Date(at));
      return (await api.get(`/work-orders/${id}/`)).body;
    };
    return { id, verified, box };
  }

  it('is being verified for two days, then closed by itself where measures prove it', async () => {
    const { id, verified } = await finished('friction');
    const early = await verified('proven', Date.now() + DAY);
    expect(early).toMatchObject({
      stage: 'verifying',
      state: 'done',
      verification: { would_prove: 'loop_narrows' },
    });
    expect(await verified('proven')).toMatchObject({ stage: 'closed', state: 'done' });
    expect((await historyOf(id)).at(-1)).toBe('proven');
  });

  it('is open again where they do not, with its reason, and whoever is in charge is told', async () => {
    const { id, verified, box } = await finished('seized');
    const unread = async () => (await api.get('/notices/')).body.unread;
    const before = await unread();
    expect(await verified('not_proven')).toMatchObject({
      state: 'open',
      stage: 'open',
      verdict: null,
      assignee: ada.id,
      verification: { state: 'not_proven', moved: 31, called: 34 },
    });
    expect(await onlyOf(box.id)).toMatchObject({ id, returned: 'not_proven' });
    expect((await historyOf(id)).at(-1)).toBe('not_proven');
    expect(await unread()).toBe(before + 1);
    expect((await api.get('/notices/')).body.results[0]).toMatchObject({ type: 'not_proven', by: null });
  });

  it('asks for a person’s word where measures cannot tell', async () => {
    const { id, verified, box } = await finished('leak');
    expect((await verified('verifying', Date.now() + 15 * DAY)).stage).toBe('done');
    // It waits for a confirmation: its day no longer counts.
    await server.db.updateTable('work_orders').set({ due_on: '2020-01-01' }).where('id', '=', id).execute();
    expect(await onlyOf(box.id)).toMatchObject({ id, stage: 'done', overdue: false });
    await api.post('/work-orders/confirm/', { ids: [id], holds: true, comment: 'Gauge read' });
    expect((await api.get(`/work-orders/${id}/`)).body).toMatchObject({ stage: 'closed' });
  });
});
