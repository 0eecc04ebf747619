import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs, ownBox } from '../ground.ts';
import { load } from '../visit.ts';

const DAYS = ['2026-11-28', '2026-11-29', '2026-11-30'];
const now = new Date().toISOString();

/** The week of one AERO: at risk from its second day on. */
function answersOf(ground: Ground, proven: boolean): Record<string, unknown> {
  const box = ownBox(ground);
  const aero = box.aeros[0]!.id;
  const chances = [0.05, 0.72, 0.3];
  const quantiles = (p50: number) => ({ p05: p50 - 10, p50, p95: p50 + 10 });
  const about = { issued_at: now, at_risk_from: 0.2, days: DAYS, temperature: DAYS.map(() => null) };
  return {
    '/api/forecast/peaks/': {
      ...about,
      left_out: 0,
      aero: [aero],
      box: [box.id],
      chance: [chances],
      side: ['hot'],
      unavailable: [null],
      work_order: [null],
    },
    '/api/forecast/': {
      count: DAYS.length,
      next: null,
      previous: null,
      results: DAYS.map((day, lead) => ({
        aero,
        box: box.id,
        day,
        lead: lead + 1,
        issued_at: now,
        basis: 'weather',
        temperature: null,
        stroke: { min: quantiles(400 + lead), max: quantiles(450 + lead) },
        margin: { hot: chances[lead], cold: 0 },
        stop: { hot: 0, cold: 0 },
        change: null,
        unavailable: null,
      })),
    },
    '/api/forecast/skill/': {
      from: DAYS[0],
      to: DAYS[0],
      results: [],
      proven: proven ? [{ client: box.client, basis: 'weather' }] : [],
    },
    '/api/forecast/week/': { basis: 'weather', issued_at: now, at_risk_from: 0.2, days: [] },
  };
}

async function tellsTheWeek(ground: Ground, language: 'en' | 'fr', proven: boolean): Promise<void> {
  const box = ownBox(ground);
  const { context, page, problems } = await openAs(ground, 'member', { language });
  const answers = answersOf(ground, proven);
  await context.route('**/api/forecast/**', async (route) => {
    const answer = answers[new URL(route.request().url()).pathname];
    await (answer === undefined ? route.fallback() : route.fulfill({ json: answer }));
  });
  await load(page, `${ground.stage.server.url}${paths.forecast()}`);
  const row = page.getByRole('row').filter({ hasText: box.serial_number });
  await row.getByText(/400 – 450\smm/).waitFor();
  const text = (await row.innerText()).replace(/\s+/g, ' ');
  const { body } = await ground.stage.server.admin.api.get(`/boxes/${box.id}/`);
  expect(text).toContain(body.line);
  // The first day at risk, and the forecast of each day.
  expect(text).toContain(`29/11/2026 ${language === 'en' ? 'Hot stop' : 'Butée à chaud'}`);
  expect(text).toMatch(/72 ?% 401 – 451 mm/);
  const unproven = language === 'en' ? 'not proven here' : 'non prouvé ici';
  const badges = row.locator('.mantine-Badge-root');
  if (proven) await badges.first().waitFor();
  else await row.getByText(unproven).waitFor();
  expect(text.includes(unproven)).toBe(!proven);
  // Of 72 % and 30 %, and the highest of the week: coloured as urgent only if proven.
  expect(await badges.count()).toBe(proven ? 3 : 0);
  // Collapsed by default.
  const skill = page.getByText(
    language === 'en' ? 'Reliability of the forecasts' : 'Fiabilité des prévisions',
  );
  expect(await page.locator('details').filter({ has: skill }).getAttribute('open')).toBeNull();
  expect(problems).toEqual([]);
  await context.close();
}

/** On the dashboard and the map as in lists: in a colour of severity only where chances are proven. */
async function shownElsewhere(ground: Ground, proven: boolean): Promise<void> {
  const box = ownBox(ground);
  const { context, page } = await openAs(ground, 'member', { language: 'en' });
  const answers: Record<string, unknown> = {
    ...answersOf(ground, proven),
    '/api/forecast/week/': {
      ...{ basis: 'weather', issued_at: now, at_risk_from: 0.2 },
      days: [{ day: DAYS[0], temperature: null, aeros: 4, at_risk: 2, unavailable: 0, worst: [] }],
    },
    '/api/forecast/boxes/': {
      ...{ issued_at: now, at_risk_from: 0.2, days: DAYS, temperature: DAYS.map(() => null) },
      ...{ box: [box.id], chance: [[0.72, 0.3, 0.1]], unavailable: [null] },
    },
  };
  await context.route('**/api/forecast/**', async (route) => {
    const answer = answers[new URL(route.request().url()).pathname];
    await (answer === undefined ? route.fallback() : route.fulfill({ json: answer }));
  });
  await load(page, ground.stage.server.url);
  const day = page.getByRole('region', { name: 'This week' }).getByRole('listitem').first();
  await day.getByText('2 at risk').waitFor();
  if (proven) await expect.poll(() => day.getAttribute('data-risk')).not.toBeNull();
  else await day.getByText('not proven here').waitFor();
  expect(await day.getAttribute('data-risk')).toBe(proven ? 'true' : null);
  await load(page, `${ground.stage.server.url}${paths.map()}?layer=week`);
  const likely = page.getByRole('listitem').filter({ hasText: 'Margin likely' });
  await expect.poll(async () => (await likely.innerText()).trim()).toMatch(proven ? /1$/ : /0$/);
  const gray = page.getByRole('listitem').filter({ hasText: 'not proven here' });
  expect((await gray.innerText()).trim()).toMatch(proven ? /0$/ : /1$/);
  await context.close();
}

/** Managers say from which chance the week ahead is a proposal; everybody else reads it. */
async function setsTheThreshold(ground: Ground): Promise<void> {
  const { url, admin } = ground.stage.server;
  const client = `/clients/${ground.stage.clients.own}/`;
  const manager = await openAs(ground, 'privileged', { language: 'en' });
  await load(manager.page, `${url}${paths.forecast()}`);
  await manager.page.getByRole('textbox', { name: 'A proposal from a chance of' }).fill('35');
  await manager.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.api.get(client)).body.forecast_threshold).toBe(35);
  await manager.context.close();
  const reader = await openAs(ground, 'member', { language: 'fr' });
  await load(reader.page, `${url}${paths.forecast()}`);
  await reader.page.getByText(/Proposition à partir d’une probabilité de 35/).waitFor();
  expect(await reader.page.getByRole('textbox', { name: /Proposition à partir/ }).count()).toBe(0);
  await reader.context.close();
  await admin.api.patch(client, { forecast_threshold: 20 });
}

export function forecast(ground: Ground): void {
  it('is grey on the dashboard and the map too where it is not proven', async () => {
    await shownElsewhere(ground, false);
    await shownElsewhere(ground, true);
  });

  it('is a proposal from the chance that the client’s managers choose', () => setsTheThreshold(ground));

  it('names each day with stroke and chance; what is not proven here is grey, and says so', async () => {
    await tellsTheWeek(ground, 'en', false);
    await tellsTheWeek(ground, 'fr', false);
  });

  it('what is proven here is urgent', () => tellsTheWeek(ground, 'en', true));
}
