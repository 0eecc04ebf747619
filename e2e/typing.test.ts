import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { openContext } from './browser.ts';
import { setGround } from './ground.ts';
import { open } from './openings.ts';
import { screensOf, tabsOf } from './screens.ts';
import { type Desk, goTo, isMessage, saved } from './typing/desk.ts';
import { TYPED_KINDS, type TypedKind, typedFields } from './typing/fields.ts';
import { DURATIONS, TYPINGS, type Typing } from './typing/kinds.ts';
import { openingOf } from './typing/openings.ts';
import { tryFields } from './typing/walk.ts';
import { typeOnPhone, WAYS } from './typing/ways.ts';
import { WHERE } from './typing/where.ts';
import { load, settle, visit } from './visit.ts';

const ground = setGround();
const [FAST, SLOW] = [50, 200];
type OneText = Exclude<TypedKind, 'duration'>;
const OF_ONE_TEXT = TYPED_KINDS.filter((kind): kind is OneText => kind !== 'duration');

/** A person of their own at a page in a language: what they save changes nobody else's. */
async function deskOf(
  language: Desk['language'],
  phone = false,
): Promise<Desk & { close: () => Promise<void> }> {
  const { token } = await ground.stage.server.createUser({ level: 'admin' });
  const { body: user } = await ground.stage.server.api(token).patch('/me/', {
    language,
    time_zone: 'Europe/Paris',
    quiet_from: '20:00',
    quiet_to: '06:00',
  });
  const look = phone ? { width: 360, height: 740, phone } : {};
  const { context, page } = await openContext(
    ground.browser,
    ground.stage.server.url,
    { language, maps: false, ...look },
    { token, user },
  );
  // Leaving a form as it is typed is meant here.
  page.on('dialog', (dialog) => void dialog.accept());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  return { page, language, ground, close: () => context.close() };
}

/** What is wrong with how a text that was typed is saved, or told; null where it is right. */
async function judged(
  desk: Desk,
  kind: TypedKind,
  field: Locator,
  { text, worth, problem }: Typing,
  held: string,
) {
  const there = await field.inputValue();
  if (there !== held) return `typed ${JSON.stringify(held)}, holds ${JSON.stringify(there)}`;
  const { told, sent } = await saved(desk, kind, field);
  const outcome = JSON.stringify({ told, sent });
  // Typed into what was there: another text, which is saved or told.
  if (held !== text) return told !== '' || sent !== undefined ? null : 'neither saved nor told';
  if (problem === undefined) {
    // What is stored already is not saved once more.
    const now = sent === undefined && told === '' ? stored.get(desk) : sent;
    stored.set(desk, now);
    return told === '' && now === worth ? null : outcome;
  }
  const isTold = isMessage(told, problem, desk.language, await field.getAttribute('data-unit'));
  // Nothing else is sent: the text itself at most, which the server refuses.
  const right = isTold && (sent === undefined || sent === text) && (await stays(field, text, problem));
  return right ? null : outcome;
}
/** What cannot be read stays as it was typed. */
const stays = async (field: Locator, text: string, problem: string): Promise<boolean> =>
  problem === 'between' || (await field.inputValue()) === text;

/** What each saved last, where each change is saved. */
const stored = new WeakMap<Desk, unknown>();

/** The typings of a kind, each in one way at least; the first two in every way, and slowly. */
function turnsOf(kind: OneText, language: Language) {
  const typings = TYPINGS[kind].filter((one) => (one.language ?? language) === language);
  const [first, second] = [typings[0]!, typings[1]!];
  return [
    ...Object.keys(WAYS).map((way, index) => ({ way, typing: index % 2 === 0 ? first : second, pace: FAST })),
    { way: 'Ctrl+A', typing: first, pace: SLOW },
    // What is copied from elsewhere has spaces, commas and units.
    ...typings
      .slice(1)
      .map((typing) => ({ way: /[\s,]/.test(typing.text) ? 'paste' : 'Ctrl+A', typing, pace: 0 })),
  ];
}

async function typeEachWay(desk: Desk, kind: OneText): Promise<string[]> {
  const wrong: string[] = [];
  const field = await goTo(desk, kind);
  for (const { way, typing, pace } of turnsOf(kind, desk.language)) {
    const held = await WAYS[way]!(desk.page, field, typing.text, pace);
    const found = await judged(desk, kind, field, typing, held);
    if (found !== null) wrong.push(`${kind}, ${way}, ${JSON.stringify(typing.text)}: ${found}`);
  }
  return wrong;
}

/** One length of time, typed part by part; what is wrong with how it is saved, or told. */
async function typeParts(
  desk: Desk,
  group: Locator,
  { parts, worth, problem }: (typeof DURATIONS)[number],
  pace: number,
): Promise<string | null> {
  for (const [symbol, text] of Object.entries(parts)) {
    const part = group.locator(`[data-unit="${symbol}"]`);
    await WAYS['click, Backspace to empty']!(desk.page, part, text, pace);
    if ((await part.inputValue()) !== text) return `${symbol} holds ${await part.inputValue()}`;
  }
  const { told, sent } = await saved(desk, 'duration', group.locator('[data-unit=min]'));
  const right =
    problem === undefined
      ? told === '' && sent === worth
      : sent === undefined && isMessage(told, problem, desk.language, null);
  return right ? null : JSON.stringify([parts, told, sent]);
}

describe('what is typed is saved, or the field says why not', () => {
  it.concurrent.each(LANGUAGE_KEYS)('by every way and notation, in %s', async (language) => {
    const desk = await deskOf(language);
    const wrong: string[] = [];
    for (const kind of OF_ONE_TEXT) wrong.push(...(await typeEachWay(desk, kind)));
    expect(wrong).toEqual([]);
    await desk.close();
  });

  it.concurrent.each(LANGUAGE_KEYS)('of a length of time, part by part, in %s', async (language) => {
    const desk = await deskOf(language);
    const group = (await goTo(desk, 'duration')).locator('xpath=ancestor::*[@role="group"][1]');
    const wrong: (string | null)[] = [];
    for (const one of DURATIONS) wrong.push(await typeParts(desk, group, one, FAST));
    wrong.push(await typeParts(desk, group, DURATIONS[1]!, SLOW));
    expect(wrong.filter((one) => one !== null)).toEqual([]);
    await desk.close();
  });

  it.concurrent.each(LANGUAGE_KEYS)('on the keyboard of a phone, in %s', async (language) => {
    const desk = await deskOf(language, true);
    const session = await desk.page.context().newCDPSession(desk.page);
    const wrong: string[] = [];
    for (const kind of OF_ONE_TEXT) {
      const field = await goTo(desk, kind);
      for (const typing of turnsOf(kind, language)
        .map((turn) => turn.typing)
        .slice(-4)) {
        await typeOnPhone(session, field, typing.text);
        const found = await judged(desk, kind, field, typing, typing.text);
        if (found !== null) wrong.push(`${kind}, ${JSON.stringify(typing.text)}: ${found}`);
      }
    }
    expect(wrong).toEqual([]);
    await desk.close();
  });
});

const WEB = fileURLToPath(new URL('../web/', import.meta.url));
const FIELDS =
  /forms\/(number-field|quantity-input|duration-input|day-input|moment-input|clock-input|kilometer-input|zone-input)\.tsx'/;

describe('every field that is read', () => {
  it('stands in the table of where it is typed into, and is one of the console’s own', () => {
    const sources = globSync('{app,entities,screens,ui,table}/**/*.tsx', { cwd: WEB })
      .filter((file) => !file.startsWith('app/gallery/'))
      .map((file) => [file, readFileSync(`${WEB}${file}`, 'utf8')] as const);
    const holding = sources.filter(([, source]) => FIELDS.test(source)).map(([file]) => file);
    expect(holding.toSorted()).toEqual(Object.keys(WHERE).toSorted());
    // Those of the library read numbers and dates in their own way, and the browser cuts at a maximum length.
    const foreign =
      /\b(NumberInput|DateInput|DatePickerInput|DateTimePicker|TimeInput|TimePicker|MonthPickerInput)\b|maxLength=|type="(number|date|time|datetime-local|month|week)"/;
    expect(sources.filter(([, source]) => foreign.test(source)).map(([file]) => file)).toEqual([]);
  });

  it('keeps what is typed and says what it cannot read, on every screen and in what opens', async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    const walked: Walked = { found: {}, counts: {} };
    // What fields that act at once would change.
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: {} }),
    );
    for (const { name, path } of [...screensOf(ground.stage), ...tabsOf(ground.stage)]) {
      await visit(page, path);
      await settle(page);
      await typeInto(page, name, walked);
    }
    await page.unroute('**/api/**');
    for (const name of new Set(Object.values(WHERE))) await openAndType(page, name, walked);
    expect(walked.found).toEqual({});
    expect(Object.values(WHERE).filter((name) => !walked.counts[name])).toEqual([]);
    await desk.close();
  });
});

interface Walked {
  found: Record<string, unknown>;
  counts: Record<string, number>;
}
/** What was typed is left behind by loading another screen anew. */
async function typeInto(page: Page, name: string, { found, counts }: Walked): Promise<void> {
  const { wrong, count } = await tryFields(page);
  counts[name] = count;
  if (wrong.length > 0) found[name] = wrong;
  if (count > 0) await load(page, `${ground.stage.server.url}${paths.privacy()}`);
}
async function openAndType(page: Page, name: string, walked: Walked): Promise<void> {
  const opening = openingOf(name);
  if (opening === undefined) return;
  try {
    await visit(page, opening.path(ground.stage));
    await settle(page);
    await open(page, ground.stage, opening, 'en');
    await typedFields(page).first().waitFor();
    await typeInto(page, name, walked);
  } catch (error) {
    walked.found[name] = String(error);
    await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  }
}

describe('two clicks', () => {
  it('Back of the preview of a bulk change sends nothing', async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    const sent: unknown[] = [];
    await load(page, `${ground.stage.server.url}${paths.boxes()}`);
    await page.locator('tbody tr').first().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Change configuration' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Fields').last().click();
    await page.getByRole('option', { name: 'Alert mode' }).click();
    await page.keyboard.press('Escape');
    await page.route('**/api/boxes/configuration/', (route) => {
      sent.push(route.request().postDataJSON().dry_run);
      return route.fallback();
    });
    await dialog.getByRole('switch', { name: 'Alert mode' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).waitFor();
    expect(sent).toEqual([true]);
    await desk.close();
  });
});
