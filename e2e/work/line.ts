import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';

/** The chart comes first; moving the slider moves the rams, and nothing else on the page. */
async function movesNothingElse(ground: Ground, width: number, height: number): Promise<void> {
  const { context, page, problems } = await openAs(ground, 'member', { width, height });
  await page.goto(`${ground.stage.server.url}${paths.line()}`);
  const picture = page.getByRole('group', { name: 'AEROs along the line' });
  const slider = page.getByRole('slider', { name: /temperature/ });
  await picture.waitFor();
  const parts = { picture, slider, time: page.getByRole('region', { name: 'Time', exact: true }) };
  const places = () => Promise.all(Object.values(parts).map((part) => part.boundingBox()));
  // The slider's position and value, before anybody has moved it.
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^-?\d+\.\d\s°C \(now\)$/);
  expect((await picture.boundingBox())!.y).toBeLessThan(height / 2);
  const before = await places();
  expect(before[0]!.y).toBeLessThan(before[1]!.y);
  for (const key of ['End', 'Home', 'ArrowRight']) {
    await slider.press(key);
    await page.getByText(/^At -?\d+\.\d\s°C: /).waitFor();
    expect(await places()).toEqual(before);
  }
  const list = page.getByRole('table', { name: 'How far each AERO is from its stop' });
  // On a phone the state that an AERO reaches is below its name.
  const heads = ['AERO', 'To the stop', 'First at', ...(width < 768 ? [] : ['Reaches'])];
  expect(await list.getByRole('columnheader').filter({ visible: true }).allInnerTexts()).toEqual(heads);
  expect(problems).toEqual([]);
  await context.close();
}

async function walksTheLine(ground: Ground): Promise<void> {
  const { stage } = ground;
  const { context, page, problems } = await openAs(ground, 'member');
  await page.goto(`${stage.server.url}${paths.line()}`);
  const picture = page.getByRole('group', { name: 'AEROs along the line' });
  await picture.focus();
  // Scripts are delayed from here on: a part loaded only now would hide the screen and lose the focus.
  await context.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  // Whether forecasts exist yet is a matter of seconds; here there is one, with its order.
  await context.route('**/api/forecast/peaks/**', async (route) => {
    const aero = Number(new URL(route.request().url()).searchParams.get('aero'));
    const row = {
      aero: [aero],
      box: [1],
      chance: [[0.5]],
      side: ['hot'],
      unavailable: [null],
      work_order: [1],
    };
    const about = {
      issued_at: new Date().toISOString(),
      at_risk_from: 0.2,
      days: ['2026-06-01'],
      temperature: [null],
    };
    await route.fulfill({ json: { ...about, ...row } });
  });
  const peaks = page.waitForResponse('**/api/forecast/peaks/**');
  await page.keyboard.press('ArrowRight');
  const said = page.locator('main [role=status]', { hasText: 'AERO' });
  await said.waitFor();
  await expect
    .poll(() => said.textContent())
    .toMatch(
      /^\S+ · AERO \d, .*PK .*mm.*, (?:Satisfactory|Meets expectations|Improvement needed|Unsatisfactory)/,
    );
  await peaks;
  await page.getByRole('link', { name: 'See work order 1' }).waitFor();
  expect(await picture.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('+');
  await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
  // Three days of measures give a line or the reason for having none: never an invented number.
  await page.getByRole('slider', { name: /temperature/ }).press('End');
  await page.getByText(/^At 50\.0\s°C: /).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('t')).toBe('50');
  await page.getByText('Table', { exact: true }).click();
  // Not the list below the slider, which the chart has too.
  await page.getByRole('table', { name: 'Line', exact: true }).getByRole('link').first().waitFor();
  expect(problems).toEqual([]);
  await page.getByText('Picture', { exact: true }).click();
  await picture.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Box / }).waitFor();
  await context.close();
}

export function line(ground: Ground): void {
  it('on a desk, the temperature slider moves the rams and nothing else', () =>
    movesNothingElse(ground, 1440, 900));

  it('so it does on a phone, where the picture is first too', () => movesNothingElse(ground, 360, 740));

  it('the line is walked by arrow keys, asked what if, read as a table, and leads to a box', () =>
    walksTheLine(ground));
}
