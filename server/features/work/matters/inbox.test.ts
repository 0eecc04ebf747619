import type { InboxRow } from '@aerowatch/contracts/api/inbox';
import type { Fault } from '@aerowatch/domain/faults/list';
import { isAtOnce } from '@aerowatch/domain/work/inbox';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { stageOfMatters } from './testing.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const { client, api, diagnosed, boxOf, inbox, onlyOf } = await stageOfMatters(server);

it('the most pressing come first, in pages that go on where they ended', async () => {
  const line = `pages ${client.id}`;
  const make = async (fault: Fault, verdict: 'watch' | 'bad', km: number) => {
    const box = await boxOf({ line, kilometer_point: km });
    await diagnosed(box.aeroIds[0]!, { [fault]: verdict });
    return (await onlyOf(box.id)).id as number;
  };
  const far = await make('creep', 'watch', 30);
  const near = await make('leak', 'watch', 10);
  const grave = await make('slipped_wire', 'watch', 50);
  const today = await make('broken_wire', 'bad', 60);
  const late = await make('creep', 'watch', 70);
  const graver = await make('leak', 'bad', 80);
  const due = await make('friction', 'bad', 20);
  const setDue = (id: number, due_on: string) =>
    server.db.updateTable('work_orders').set({ due_on }).where('id', '=', id).execute();
  for (const id of [late, graver]) await setDue(id, '2020-01-01');
  await setDue(due, new Date().toISOString().slice(0, 10));
  const ids = async (query = '') => {
    const page = await inbox(`line=${encodeURIComponent(line)}${query}`);
    return { ...page, ids: page.results.map((row: { matter: { id: number } }) => row.matter.id) };
  };
  // Matters that need attention at once come before late ones; then the most severe of the late ones.
  const all = [today, graver, late, due, grave, near, far];
  const whole = await ids();
  expect(whole.ids).toEqual(all);
  // What rows say to be done at once is what stands first.
  expect(whole.results.map(({ matter }: InboxRow) => isAtOnce(matter))).toEqual(
    all.map((id) => id === today),
  );
  const first = await ids('&limit=3');
  expect([first.ids, first.count]).toEqual([all.slice(0, 3), 7]);
  const second = await ids(`&limit=3&cursor=${first.next_cursor}`);
  const third = await ids(`&limit=3&cursor=${second.next_cursor}`);
  expect([...second.ids, ...third.ids]).toEqual(all.slice(3));
  expect(third.next_cursor).toBeNull();
  expect((await api.get('/work-orders/inbox/?cursor=nonsense')).status).toBe(400);
});

it('three or more AEROs with the same and nothing else are one row', async () => {
  const line = `alike ${client.id}`;
  const boxes = await Promise.all([1, 2, 3].map((km) => boxOf({ line, kilometer_point: km })));
  for (const box of boxes) await diagnosed(box.aeroIds[0]!, { stop_hot: 'watch' });
  await diagnosed(boxes[0]!.aeroIds[1]!, { leak: 'watch' });
  const read = () => inbox(`line=${encodeURIComponent(line)}`);
  const grouped = await read();
  expect(grouped.counts.all).toBe(4);
  expect(grouped.results.map((row: { group: { count: number } | null }) => row.group?.count ?? 1)).toEqual(
    expect.arrayContaining([3, 1]),
  );
  const { group, matter } = grouped.results.find((row: { group: object | null }) => row.group !== null);
  expect([group.line, matter.kind, group.ids.length]).toEqual([line, 'stop_hot', 3]);
  // One of them also has another fault, and is listed alone: two are no group.
  await diagnosed(boxes[0]!.aeroIds[0]!, { stop_hot: 'watch', friction: 'watch' });
  expect((await read()).results).toHaveLength(5);
});
