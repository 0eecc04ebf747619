import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { violations } from '../appearance/accessibility.ts';
import { within } from '../appearance/ends.ts';
import { misfits } from '../appearance/fits.ts';
import { textOf } from '../appearance/text-of.ts';
import { openContext } from '../browser.ts';
import { away, OPENINGS, open } from '../forms/openings.ts';
import type { Ground } from '../ground.ts';
import { screensOf, tabsOf, visitorScreensOf } from '../screens.ts';
import { sessionOf } from '../stage.ts';
import { leaveBy, load, settle, visit } from '../visit.ts';
import { gatherData, hardCodedIn, speakPseudo, textsOn } from './pseudo-language.ts';

/** A text that passed is not checked again: data only grows, so it would pass again. */
async function hardCodedOn(
  page: Page,
  data: ReadonlySet<string>,
  good = new Set<string>(),
): Promise<string[]> {
  const unknown = (await textsOn(page)).filter((text) => !good.has(text));
  const wrong = unknown.filter((text) => hardCodedIn(text, data) !== '');
  for (const text of unknown) if (!wrong.includes(text)) good.add(text);
  return wrong;
}

/** Anything that covers a screen. */
const OVER = '[role=dialog], [role=menu], [role=listbox]';

/** Problems of the dialog or menu on top, or of the screen if there is none. */
async function wrongOver(page: Page, accessible: boolean): Promise<object | undefined> {
  const over = (await page.locator(OVER).filter({ visible: true }).count()) > 0 ? OVER : 'main';
  const axe = accessible ? await violations(page, over) : [];
  const wrong = { ...(axe.length > 0 ? { axe } : {}), ...(await misfits(page)) };
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Each Escape closes the topmost one. */
async function closeAll(page: Page): Promise<void> {
  const over = page.locator(OVER).filter({ visible: true });
  const left = async () => {
    await page.keyboard.press('Escape');
    return over.count();
  };
  await expect.poll(left, { interval: 30 }).toBe(0);
}

async function leaveUnsaved(page: Page, language: Language): Promise<void> {
  await away(page);
  const leave = page.getByRole('button', { name: textOf('Leave without saving', language) });
  // Waits for the other screen, because navigating earlier would interfere with the one being left.
  await leaveBy(page, () => leave.click());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The heading of an address that leads nowhere. */
const NOT_FOUND = '⟦Page not found⟧';
/** OPENINGS_SWAPPED=1: dialogs are checked in the other look. */
const TURN = process.env.OPENINGS_SWAPPED ? 1 : 0;
/**
 * Two looks that together cover language, theme and width: dialogs are checked alternately in one of them.
 */
const LOOKS = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'fr', theme: 'dark', width: 360, height: 740 },
] as const;

/** A page in the pseudo-language, and the data it has received. */
async function pseudoPage(
  ground: Ground,
  session?: Parameters<typeof openContext>[3],
  look: Parameters<typeof openContext>[2] = {},
) {
  const { stage, browser } = ground;
  const { context, page } = await openContext(browser, stage.server.url, { ...look, maps: false }, session);
  // Languages are shown by their own names in every language.
  const data = new Set<string>(Object.values(LANGUAGES).map(({ name }) => name));
  const good = new Set<string>();
  const coming = new Set<Promise<void>>();
  page.on('response', (response) => {
    if (!/\/api\//.test(response.url()) || /\/api\/events/.test(response.url())) return;
    const read = response.json().then(
      (answer) => gatherData(answer, data),
      () => undefined,
    );
    coming.add(read);
    void read.finally(() => coming.delete(read));
  });
  const { wrapped } = await speakPseudo(page);
  await load(page, `${stage.server.url}${paths.privacy()}`);
  const found: Record<string, string[]> = {};
  const judge = async (name: string): Promise<void> => {
    await settle(page);
    // The page gets its answers slightly before they are read here.
    await within(Promise.all(coming), `the bodies of answers on ${name}`);
    const texts = await hardCodedOn(page, data, good);
    if (texts.length > 0) found[name] = texts;
  };
  return { context, page, data, wrapped, found, judge };
}

async function screensHaveNoTextOfTheirOwn(ground: Ground): Promise<void> {
  const { page, wrapped, context, found, judge } = await pseudoPage(
    ground,
    await sessionOf(ground.stage, 'admin', { language: 'en', theme: 'light' }),
  );
  // Screens with openings are checked in the next test.
  const opened = new Set(OPENINGS.map(({ path }) => path(ground.stage)));
  const all = [...screensOf(ground.stage), ...tabsOf(ground.stage)];
  for (const { name, path } of all.filter((screen) => !opened.has(screen.path))) {
    await visit(page, path);
    await judge(name);
    // An administrator can open every screen.
    expect([name, await page.textContent('h1')]).not.toEqual([name, NOT_FOUND]);
  }
  await visit(page, '/not/there');
  await judge('not found');
  expect(await page.textContent('h1')).toBe(NOT_FOUND);
  expect(found).toEqual({});
  expect(wrapped()).toBeGreaterThan(15);
  await context.close();
}

async function openingsHaveNone(ground: Ground): Promise<void> {
  const sessions = [];
  // A separate user for each, because changing the language changes it in all windows of a user.
  for (const { language, theme } of LOOKS) {
    const { token } = await ground.stage.server.createUser({ level: 'admin' });
    const { body: user } = await ground.stage.server.api(token).patch('/me/', { language, theme });
    sessions.push({ token, user });
  }
  const sides = [];
  for (const [index, look] of LOOKS.entries())
    sides.push({ ...(await pseudoPage(ground, sessions[index], look)), look, here: '' });
  const found: Record<string, unknown> = {};
  for (const [index, opening] of OPENINGS.entries()) {
    const side = sides[(index + TURN) % sides.length]!;
    const { page, look, data } = side;
    const texts = async () => (await textsOn(page)).join('\n');
    for (const text of opening.typed ?? []) data.add(text);
    const path = opening.path(ground.stage);
    try {
      if (path !== side.here) await visit(page, path);
      await settle(page);
      const before = await texts();
      await open(page, ground.stage, opening, look.language);
      if (opening.steps.length > 0) await expect.poll(texts).not.toBe(before);
      await side.judge(opening.name);
      const wrong = await wrongOver(page, look.width < 768 || opening.accessible === true);
      if (wrong !== undefined) found[`${opening.name}, ${look.language}`] = wrong;
      // The last one signs out: afterwards only signing in is possible.
      if (opening !== OPENINGS.at(-1)) await closeAll(page);
      if (opening.unsaved) await leaveUnsaved(page, look.language);
      side.here = opening.unsaved ? '' : path;
    } catch (error) {
      found[`${opening.name}, ${look.language}`] = String(error);
      await load(page, `${ground.stage.server.url}${paths.privacy()}`);
      side.here = '';
    }
  }
  expect(Object.assign(found, ...sides.map((side) => side.found))).toEqual({});
  for (const { context } of sides) await context.close();
}

async function visitorScreensHaveNone(ground: Ground): Promise<void> {
  const { page, context, found, judge } = await pseudoPage(ground);
  for (const { name, path } of visitorScreensOf(ground.stage)) {
    await visit(page, path);
    await judge(name);
  }
  expect(found).toEqual({});
  await context.close();
}

async function findsPlanted(ground: Ground): Promise<void> {
  const { page, data, context } = await pseudoPage(ground);
  expect(await page.textContent('h1')).toMatch(/^⟦.*⟧$/);
  await page.evaluate(() => {
    const planted = document.createElement('p');
    planted.innerHTML =
      'Hard-coded, ⟦this is not⟧<button aria-label="Named by hand">⟦ok⟧</button><span hidden>Unseen</span><b>12.5 mm</b>';
    document.querySelector('main, #root')?.append(planted);
  });
  expect(await hardCodedOn(page, data)).toEqual(['Hard-coded, ⟦this is not⟧', 'Named by hand']);
  await context.close();
}

export function pseudo(ground: Ground): void {
  it('no screen has a text of its own', () => screensHaveNoTextOfTheirOwn(ground));

  it('nothing that opens on a screen has one; it is accessible, and fits a phone', () =>
    openingsHaveNone(ground));

  it('no screen of a visitor has one', () => visitorScreensHaveNone(ground));

  it('finds planted ones, in texts and in names', () => findsPlanted(ground));
}
