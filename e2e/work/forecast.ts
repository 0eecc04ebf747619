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

export function forecast(ground: Ground): void {
  it('names each day with stroke and chance; what is not proven here is grey, and says so', async () => {
    await tellsTheWeek(ground, 'en', false);
    await tellsTheWeek(ground, 'fr', false);
  });

  it('what is proven here is urgent', () => tellsTheWeek(ground, 'en', true));
}
