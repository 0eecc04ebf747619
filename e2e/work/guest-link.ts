import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { openContext } from '../browser.ts';
import { type Ground, ownBox } from '../ground.ts';
import { load } from '../visit.ts';

/**
 * Anybody with the link sees the same as a reader of the console: the value, the expected value, and the
 * verdict.
 */
export function guestLink(ground: Ground): void {
  it('a guest sees the curve with its scale, the expected stroke, and the verdict', async () => {
    const { stage, browser } = ground;
    const aero = ownBox(ground).aeros[0]!.id;
    const now = new Date();
    const line = { level: 500, at: 10, slope: 11, levelError: 1, slopeError: 0.1, below: 3, above: 3 };
    const standing = { standing: JSON.stringify({ ...line, coldest: -5, warmest: 25 }) };
    const stood = { computed_at: now, newest: now, first_day: now, extremes: Buffer.alloc(0), log_hours: 0 };
    await stage.server.db
      .insertInto('aero_standings')
      .values({ aero_id: aero, ...stood, ...standing } as never)
      .onConflict((c) => c.column('aero_id').doUpdateSet(standing as never))
      .execute();
    const judged = { verdict: 'bad', fault: 'seized' };
    await stage.server.db
      .insertInto('diagnostics')
      .values({ aero_id: aero, day: now, findings: '[]', ...judged } as never)
      .onConflict((c) => c.column('aero_id').doUpdateSet(judged as never))
      .execute();
    const { context, page } = await openContext(browser, stage.server.url, { language: 'en', maps: false });
    await load(page, `${stage.server.url}${paths.shared()}#${stage.link}`);
    const figure = page.getByRole('figure').first();
    await figure.waitFor();
    await page.getByText('Bad', { exact: true }).first().waitFor();
    await page.getByText('Seized', { exact: true }).first().waitFor();
    // Lines at round strokes, of which the curve covers a part.
    const lines = await figure.locator('div[aria-hidden] > *').allTextContents();
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(line).toMatch(/^-?[\d,]+\smm$/);
    const [expected, measured] = [figure.locator('path[stroke-dasharray]'), figure.locator('path').last()];
    for (const path of [expected, measured])
      expect((await path.getAttribute('d'))?.match(/[ML]/g)?.length).toBeGreaterThan(24);
    const height = await measured.evaluate((path) => (path as SVGGraphicsElement).getBBox().height);
    const frame = await figure
      .locator('svg')
      .evaluate((svg) => (svg as SVGSVGElement).viewBox.baseVal.height);
    expect(height / frame).toBeLessThan(0.9);
    await figure.getByText('expected', { exact: false }).first().waitFor();
    await context.close();
  });
}
