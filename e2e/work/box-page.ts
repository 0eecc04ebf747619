import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load } from '../visit.ts';

/** On a desktop as on a phone: results of the measures, then the facts; the place is shown once. */
async function measuresComeFirst(ground: Ground): Promise<void> {
  const { stage } = ground;
  const box = ownBox(ground);
  const { body } = await stage.server.admin.api.get(`/boxes/${box.id}/`);
  const [, whole, part] = /^(\d+)\.(\d+)$/.exec(body.kilometer_point.toFixed(3))!;
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    const { context, page } = await openAs(ground, 'member', { width, height });
    await load(page, `${stage.server.url}${paths.box(box.id, { tab: 'aero1' })}`);
    const topOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y;
    await page.getByRole('region', { name: 'Position of the ram' }).waitFor();
    const gauge = await topOf('Position of the ram');
    expect(gauge).toBeLessThan(height);
    expect(await topOf('This box')).toBeGreaterThan(gauge);
    const text = await page.getByRole('main').innerText();
    expect(text.split(`PK ${whole}+${part}`)).toHaveLength(2);
    expect(text.split(body.line)).toHaveLength(2);
    const tabs = await page.getByRole('tab', { name: /^AERO/ }).allInnerTexts();
    for (const one of tabs)
      expect(one).toMatch(/Satisfactory|Meets expectations|Improvement needed|Unsatisfactory/);
    await context.close();
  }
}

/** Alerts, SAMI, log, work orders, firmware and configuration in one list by time, filtered by kind. */
async function tellsHistory(ground: Ground): Promise<void> {
  const { stage } = ground;
  const box = ownBox(ground);
  const { api } = stage.server.admin;
  const at = new Date(Date.now() - 3_600_000).toISOString();
  await api.post('/notes/', { box: box.id, text: 'Greased an hour ago.', at, kind: 'visit' });
  await api.patch(`/aeros/${box.aeros[0]!.id}/`, { sami: 'meets_expectations', reason: 'A little rust.' });
  const { context, page, problems } = await openAs(ground, 'privileged');
  await load(page, `${stage.server.url}${paths.box(box.id, { tab: 'history' })}`);
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await entries.filter({ hasText: 'Greased an hour ago.' }).waitFor();
  const times = await entries
    .locator('time')
    .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime')!)));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const kinds = await entries.evaluateAll((all) =>
    all.map((one) => /^.*?\n\s*([A-Z][\w ]+?)(?: ·|\n)/s.exec((one as HTMLElement).innerText)?.[1]),
  );
  expect(new Set(kinds)).toEqual(
    new Set(['Alert', 'SAMI', 'Log', 'Work order', 'Firmware', 'Configuration']),
  );
  await page.getByText('SAMI', { exact: true }).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('sami');
  await entries.filter({ hasText: 'A little rust.' }).waitFor();
  await expect.poll(() => entries.filter({ hasText: 'Greased' }).count()).toBe(0);
  // Addresses of earlier releases, in mails and bookmarks.
  await load(page, `${stage.server.url}${paths.box(box.id, { tab: 'log' })}`);
  await entries.filter({ hasText: 'Greased an hour ago.' }).waitFor();
  await expect.poll(() => entries.filter({ hasText: 'A little rust.' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
}

export function boxPage(ground: Ground): void {
  it('shows what the measures say before the facts, and the place once', () => measuresComeFirst(ground));

  it('tells all that happened in one list by time', () => tellsHistory(ground));
}
