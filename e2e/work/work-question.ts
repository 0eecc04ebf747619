import { DAY } from '@aerowatch/domain/durations';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { violations } from '../appearance/accessibility.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { settle } from '../visit.ts';
import { fleetRow } from './diagnosis.ts';

const STEP = new Date(Math.floor(Date.now() / DAY - 12) * DAY).toISOString();
const ASKED = { en: /^Did somebody work here on /, fr: /^Quelqu’un est-il intervenu ici le / };

/** Gives a page a diagnosis that asks about a step, in a matter of its own; keeps what is answered. */
async function askAbout(page: Page, row: { aero: number; box: number }, order: number) {
  const answers: { address: string; body: unknown }[] = [];
  const diagnosis = fleetRow(row);
  const matter = { id: order, name: 'Step', stage: 'open' as const, assignee: null, assignee_name: null };
  const findings = diagnosis.findings.map((one) =>
    one.key === 'seized' ? { ...one, worked_at: STEP, matter } : one,
  );
  await page.route(/\/api\/diagnostics\/(?!precision)/, (route) => {
    const request = route.request();
    if (request.method() === 'GET')
      return route.fulfill({
        json: { count: 1, next: null, previous: null, results: [{ ...diagnosis, findings }] },
      });
    answers.push({ address: new URL(request.url()).pathname, body: request.postDataJSON() });
    return route.fulfill({ json: {} });
  });
  return answers;
}

async function asksOnce(ground: Ground, language: 'en' | 'fr', width: number): Promise<void> {
  const { stage } = ground;
  const box = ownBox(ground);
  const aero = box.aeros[0]!.id;
  const order = (
    await stage.server.admin.api.post('/work-orders/', {
      box: box.id,
      aero,
      source: { type: 'finding', id: aero, kind: 'seized' },
    })
  ).body.id;
  const { context, page, problems } = await openAs(ground, 'member', { language });
  await page.setViewportSize({ width, height: 900 });
  const answers = await askAbout(page, { aero, box: box.id }, order);
  const question = page.getByRole('group', { name: ASKED[language] });
  for (const path of [paths.box(box.id), paths.workOrder(order)]) {
    await page.goto(`${stage.server.url}${path}`);
    await question.first().waitFor();
    await settle(page);
    // A phone shows the first finding twice, and asks at the first of them alone.
    expect(await question.count()).toBe(1);
    expect(await violations(page, '[role="group"]')).toEqual([]);
    await question.getByRole('button').first().click();
    await question.waitFor({ state: 'detached' });
    expect(answers.splice(0)).toEqual([
      { address: `/api/diagnostics/${aero}/worked/`, body: { at: STEP, worked: true } },
    ]);
  }
  expect(problems).toEqual([]);
  await context.close();
  await stage.server.admin.api.patch(`/work-orders/${order}/`, { state: 'cancelled' });
}

/** Whether a step was work that nobody entered. */
export function workQuestion(ground: Ground): void {
  it('asks on the box and on its work order, once, and one tap answers', () => asksOnce(ground, 'en', 1440));
  it('does so on a phone and in French', () => asksOnce(ground, 'fr', 390));
}
