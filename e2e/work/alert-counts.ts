import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load } from '../visit.ts';

/**
 * Three alerts of one AERO with one cause, and a silenced one of another, in addition to the existing ones.
 */
async function makeAlerts({ stage }: Ground): Promise<number[]> {
  const { db } = stage.server;
  const { id: _, ...like } = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', stage.alert)
    .executeTakeFirstOrThrow();
  const box = ownBox({ stage } as Ground);
  const one = (aero: number, more: object) => ({
    ...like,
    condition: JSON.stringify(like.condition),
    also: JSON.stringify(like.also),
    aero_id: aero,
    box_id: box.id,
    ...more,
  });
  const [first, second] = box.aeros;
  const cause = { cause: 'expected_wear', supervisor_id: null };
  const made = await db
    .insertInto('alerts')
    .values([
      ...[1, 2, 3].map(() => one(first!.id, cause)),
      one(second!.id, { ...cause, cause: 'installation_error', silenced: true }),
    ] as never)
    .returning('id')
    .execute();
  return made.slice(0, 3).map(({ id }) => id);
}

/** One count is a single number, and a button shows the number of alerts it acts on. */
export function alertCounts(ground: Ground): void {
  it('alerts are counted once: in the sidebar, the tab, the line above the rows, and on what acts on them', async () => {
    const group = await makeAlerts(ground);
    const { server, people } = ground.stage;
    const api = server.api(people.member.token);
    const opened = async (): Promise<{ id: number; group: string; silenced: boolean }[]> =>
      (await api.get('/alerts/opened/')).body;
    const before = await opened();
    const all = before.length;
    const rows = new Set(before.map((alert) => alert.group)).size;
    expect([all > rows, before.filter(({ silenced }) => silenced).length]).toEqual([true, 1]);
    const { context, page } = await openAs(ground, 'member');
    await load(page, `${ground.stage.server.url}${paths.alerts()}`);
    await page.getByText(`${all} alerts in ${rows} rows, 1 of them silenced`).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(rows);
    // A silenced alert does not notify: the sidebar and the browser tab exclude it.
    await page
      .getByRole('navigation')
      .getByText(`Alerts (${all - 1})`)
      .waitFor();
    await page.getByRole('tab', { name: `(${all})` }).waitFor();
    await page.getByRole('button', { name: 'Mark 3 as seen' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mark 3 alerts as seen').waitFor();
    await dialog
      .getByRole('button', { name: /^Mark .*as seen$/ })
      .last()
      .click();
    await page.getByText('3 alerts were archived.').waitFor();
    const after = (await opened()).map(({ id }) => id);
    expect(before.flatMap(({ id }) => (after.includes(id) ? [] : [id])).toSorted()).toEqual(group.toSorted());
    await page
      .getByRole('navigation')
      .getByText(`Alerts (${all - 4})`)
      .waitFor();
    await context.close();
  });
  noneBeforeRead(ground);
}

function noneBeforeRead(ground: Ground): void {
  it('none is counted before all were read, whatever events tell meanwhile', async () => {
    const { server, alert } = ground.stage;
    const { context, page } = await openAs(ground, 'member');
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/alerts/opened/**', async (route) => {
      await promise;
      await route.fallback();
    });
    const streams = page.waitForResponse(/\/api\/events\//);
    await page.goto(`${server.url}${paths.alerts()}`);
    await streams;
    const told = page.evaluate(() => document.querySelectorAll('tbody a').length);
    for (const comment of ['one', 'two'])
      await server.admin.api.patch(`/alerts/${alert}/`, { comment: `told by an event, ${comment}` });
    await page.waitForTimeout(1000);
    expect([
      await told,
      await page.locator('tbody a').count(),
      await page.getByText(/^\d+ alerts?\b/).count(),
    ]).toEqual([0, 0, 0]);
    release();
    await page
      .getByText(/^\d+ alerts?\b/)
      .first()
      .waitFor();
    await context.close();
  });
}
