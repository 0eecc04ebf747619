import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';
import { load } from '../visit.ts';

const logo = (page: Page) =>
  page.evaluate(() => {
    const svg = document.querySelector('header svg[data-alerting]');
    const circles = [...(svg?.querySelectorAll('circle') ?? [])];
    const pulses = circles.flatMap((circle) => circle.getAnimations());
    return {
      colors: [...new Set(circles.map((circle) => getComputedStyle(circle).fill))],
      pulses: pulses.map((one) => [one.playState, one.effect?.getComputedTiming().iterations]),
    };
  });
const RED = 'rgb(255, 90, 95)';
const BLUE = 'rgb(77, 181, 255)';

async function alertingSigns(ground: Ground): Promise<void> {
  const { api } = ground.stage.server.admin;
  const { context, page } = await openAs(ground, 'member', { motion: true });
  await page.clock.install();
  await load(page, `${ground.stage.server.url}${paths.preferences()}`);
  const entry = await page.getByRole('link', { name: /^Alerts.*\d/ }).innerText();
  const open = Number(/\d+/.exec(entry)![0]);
  expect(open).toBeGreaterThan(0);
  expect(await logo(page)).toEqual({ colors: [RED], pulses: [['running', Infinity]] });

  // From here on only the test advances the time, whatever the machine takes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.evaluate(() => {
    const seen: [number, string][] = [];
    new MutationObserver(() => seen.push([Date.now(), document.title])).observe(
      document.querySelector('title')!,
      { childList: true },
    );
    Object.assign(window, { seen });
  });
  await page.clock.runFor(12_900);
  const titles = await page.evaluate(() => (window as never as { seen: [number, string][] }).seen);
  const both = titles.map(([, title]) => title);
  expect(new Set(both)).toEqual(new Set(['AeroWatch', `Alerts (${open})`]));
  for (const [index, [time]] of titles.entries())
    if (index > 0) expect(Math.abs(time - titles[index - 1]![0] - 3000)).toBeLessThan(200);

  const alerts = (await api.get<{ id: number }[]>('/alerts/opened/')).body.map(({ id }) => id);
  const archived = await api.post('/alerts/archive/', { ids: alerts });
  expect(archived.status).toBe(200);
  await page.clock.resume();
  await expect.poll(() => page.title()).toBe('Preferences – AeroWatch');
  await expect.poll(() => logo(page)).toEqual({ colors: [BLUE], pulses: [['running', Infinity]] });
  await context.close();
}

async function toastLeaves(ground: Ground): Promise<void> {
  const { context, page } = await openAs(ground, 'member');
  await page.clock.install();
  await load(page, `${ground.stage.server.url}${paths.preferences()}`);
  // From here on only the test advances the time, whatever the machine takes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.getByText('Imperial', { exact: false }).first().click();
  const toast = page.locator('.mantine-Notification-root', { hasText: 'Preference saved.' });
  const comes = async () => {
    await page.clock.runFor(50);
    return toast.count();
  };
  await expect.poll(comes).toBe(1);
  await page.clock.runFor(1000);
  const place = (await toast.boundingBox())!;
  expect(place.y).toBeLessThan(80);
  expect(1440 - place.x - place.width).toBeLessThan(40);
  // A toast under the mouse stays, but does not cover the header's menu.
  const menu = page.getByRole('button', { name: /profile menu/i });
  const isFree = await menu.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isFree).toBe(true);
  await page.clock.runFor(3500);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(1500);
  await toast.waitFor({ state: 'detached' });
  await context.close();
  await ground.stage.server.api(ground.stage.people.member.token).patch('/me/', { unit_system: 'metric' });
}

export function signs(ground: Ground): void {
  it('the title alternates every 3 s and the logo pulses red while alerts are open, then blue', () =>
    alertingSigns(ground));

  it('a toast stands top right and leaves after 5 s', () => toastLeaves(ground));
}
