import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Axe {
  run: (
    where: Document | string,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
}

/** Violations of WCAG 2.2 A and AA on a page, or only within a selector. */
export async function violations(page: Page, inside?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    const { axe: tool } = globalThis as unknown as { axe: Axe };
    const result = await tool.run(selector ?? document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      resultTypes: ['violations'],
      iframes: false,
    });
    return result.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} (${node.failureSummary.split('\n')[1]?.trim()})`)
          .join(' | ')}`,
    );
  }, inside);
}
