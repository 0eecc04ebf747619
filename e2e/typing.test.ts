import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';
import { describe, expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { STOPPED } from './appearance/paints.ts';
import { englishOf } from './appearance/text-of.ts';
import { open } from './forms/openings.ts';
import { ownBox, setGround } from './ground.ts';
import { type Desk, goTo, wrongWith } from './typing/desk.ts';
import { drawnBy, watchDrawn } from './typing/drawn-fields.ts';
import { WHERE } from './typing/field-places.ts';
import { typedFields } from './typing/fields.ts';
import { FAST, judged, OF_ONE_TEXT, SLOW, turnsOf, typeEachWay, typeParts } from './typing/judge.ts';
import { DURATIONS } from './typing/kinds.ts';
import { openDesk } from './typing/open-desk.ts';
import { placeOf } from './typing/openings.ts';
import { SCREEN_SOURCES, USAGES } from './typing/usages.ts';
import { type WalkResult, walkFields } from './typing/walk.ts';
import { typeOnPhone, WAYS } from './typing/ways.ts';
import { load, settle } from './visit.ts';

const ground = setGround();

const deskOf = (language: Language, phone = false) => openDesk(ground, language, phone);

// Concurrently, because a user at a keyboard leaves the machine idle most of the time.
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
  it.concurrent.each(LANGUAGE_KEYS)('in every field that is read, in %s', async (language) => {
    const desk = await deskOf(language);
    const walked = new Map<string, WalkResult>();
    const wrong: Record<string, unknown> = {};
    for (const name of new Set(Object.values(WHERE).flat())) {
      try {
        const one = await walkPlace(desk, name);
        walked.set(name, one);
        if (one.wrong.length > 0) wrong[name] = one.wrong;
      } catch (error) {
        if (String(error).includes(STOPPED)) throw error;
        wrong[name] = String(error);
        await load(desk.page, `${ground.stage.server.url}${paths.privacy()}`);
      }
    }
    expect(wrong).toEqual({});
    // Forms refuse values out of bounds; for each place at least one value was sent.
    expect([...walked].filter(([, { sent }]) => sent === 0).map(([name]) => name)).toEqual([]);
    if (language === 'en') expect(unwalked(walked)).toEqual([]);
    await desk.close();
  });
});

describe('a field whose change is under way', () => {
  /** The time zone; the answer to its first change waits until `release`, and `sent` holds what was sent. */
  const late = async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    const field = await goTo(desk, 'zone');
    const sent: unknown[] = [];
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sent.push(route.request().postDataJSON().time_zone);
      if (sent.length === 1) await promise;
      return route.fallback();
    });
    const type = async (text: string): Promise<void> => {
      await WAYS['Ctrl+A']!(page, field, text, 0);
      await field.blur();
    };
    return { desk, page, field, sent, release, type };
  };

  it('keeps what is typed while the answer to the change before it comes, and saves it', async () => {
    const { desk, page, field, sent, release, type } = await late();
    await type('Africa/Lagos');
    await expect.poll(() => sent).toEqual(['Africa/Lagos']);
    await WAYS['Ctrl+A']!(page, field, 'Asia/Tokyo', 0);
    const answer = page.waitForResponse((response) => response.request().method() !== 'GET');
    release();
    await answer;
    await settle(page);
    expect(await field.inputValue()).toBe('Asia/Tokyo');
    await field.blur();
    await expect.poll(() => sent).toEqual(['Africa/Lagos', 'Asia/Tokyo']);
    await settle(page);
    await desk.close();
  });

  it('saves the value before it too, typed again meanwhile', async () => {
    const { desk, page, field, sent, release, type } = await late();
    await type('Africa/Lagos');
    await expect.poll(() => sent).toEqual(['Africa/Lagos']);
    await type('Europe/Paris');
    release();
    await expect.poll(() => sent).toEqual(['Africa/Lagos', 'Europe/Paris']);
    await settle(page);
    expect(await field.inputValue()).toBe('Europe/Paris');
    await desk.close();
  });

  it('keeps a text that cannot be read, and what is wrong with it', async () => {
    const { desk, page, field, sent, release, type } = await late();
    await type('Africa/Lagos');
    await expect.poll(() => sent).toEqual(['Africa/Lagos']);
    await type('Atlantis');
    const told = await wrongWith(field);
    expect(told).not.toBeNull();
    const answer = page.waitForResponse((response) => response.request().method() !== 'GET');
    release();
    await answer;
    await settle(page);
    expect([await field.inputValue(), await wrongWith(field)]).toEqual(['Atlantis', told]);
    await desk.close();
  });
});

describe('a key in a long form', () => {
  it('draws its own field and the few that follow from it, not all the others', async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    await watchDrawn(page);
    const field = await goTo(desk, 'number');
    expect(await page.locator('form input').count()).toBeGreaterThan(60);
    await field.focus();
    // The first key turns the form into a changed one.
    await page.keyboard.press('1');
    await settle(page);
    expect(await drawnBy(page, () => page.keyboard.press('2'))).toBeLessThan(10);
    await desk.close();
  });
});

describe('changes of what is shown, made before the first of them is drawn', () => {
  it('are all kept in the address', async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    const own = paths.visualization({ aeros: ownBox(ground).aeros[0]!.id });
    await load(page, `${ground.stage.server.url}${own}`);
    const before = new URL(page.url()).searchParams.size;
    const changes = await page.evaluate(() => {
      const groups = [...document.querySelectorAll('main [role=radiogroup]')];
      const others = groups.flatMap((one) => [...one.querySelectorAll('input:not(:checked)')].slice(-1));
      for (const one of others) (one as HTMLInputElement).click();
      return others.length;
    });
    expect(changes).toBeGreaterThan(1);
    await expect.poll(() => new URL(page.url()).searchParams.size).toBe(before + changes);
    await desk.close();
  });
});

describe('every field that is read', () => {
  it('stands in the table of where it is typed into, and is one of the console’s own', () => {
    expect([...USAGES.keys()].toSorted()).toEqual(Object.keys(WHERE).toSorted());
    expect([...USAGES.values()].flat().length).toBeGreaterThan(30);
    // The library's own fields parse numbers and dates differently, and the browser cuts at a maximum length.
    const foreign =
      /\b(NumberInput|DateInput|DatePickerInput|DateTimePicker|TimeInput|TimePicker|MonthPickerInput)\b|maxLength=|type="(number|date|time|datetime-local|month|week)"/;
    expect(SCREEN_SOURCES.filter(([, source]) => foreign.test(source)).map(([file]) => file)).toEqual([]);
  });
});

/** Reloaded, so that text typed at the previous place is gone. */
async function walkPlace({ page, language }: Desk, name: string): Promise<WalkResult> {
  const place = placeOf(name, ground.stage);
  await load(page, `${ground.stage.server.url}${place.path(ground.stage)}`);
  await open(page, ground.stage, place, language);
  await typedFields(page).first().waitFor();
  return walkFields(page, language, place);
}

/**
 * The fields of each source that none of its places contains: those whose label it names, and as many as it
 * draws.
 */
function unwalked(walked: ReadonlyMap<string, WalkResult>): string[] {
  return [...USAGES].flatMap(([file, usages]) => {
    const labels = (WHERE[file] ?? []).flatMap((name) => walked.get(name)?.labels ?? []);
    const isThere = (key: string) =>
      englishOf(key).some((text) => labels.some((label) => label.startsWith(text)));
    const missing = usages.filter(({ label }) => label !== null && !isThere(label));
    if (labels.length < usages.length) missing.push({ component: 'some', label: null });
    return missing.map(({ component, label }) => `${file}: ${component} ${label ?? ''}`);
  });
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

  it('the second click of a double click presses nothing that has just taken its place', async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    // Another button replaces the first one under the pointer.
    await page.evaluate(() => {
      const button = (text: string): HTMLButtonElement => {
        const made = document.createElement('button');
        made.textContent = text;
        made.style.cssText =
          'position: fixed; inset: 0 auto auto 0; z-index: 9999; width: 200px; height: 40px';
        return made;
      };
      const [first, second] = [button('First'), button('Second')];
      first.onclick = () => first.replaceWith(second);
      second.onclick = () => second.setAttribute('data-pressed', '');
      document.body.append(first);
    });
    await page.getByText('First', { exact: true }).dblclick();
    const second = page.getByText('Second', { exact: true });
    expect(await second.getAttribute('data-pressed')).toBeNull();
    await second.click();
    expect(await second.getAttribute('data-pressed')).toBe('');
    await desk.close();
  });
});

describe('a list that can be searched', () => {
  it('is clicked into and typed over: what stands there is no part of what is typed', async () => {
    const desk = await deskOf('en');
    const { page } = desk;
    await load(page, `${ground.stage.server.url}${paths.preferences()}`);
    const zone = page.getByLabel(/^Time zone/).first();
    await zone.click();
    await page.keyboard.type('Tokyo');
    expect(await zone.inputValue()).toBe('Tokyo');
    await load(page, `${ground.stage.server.url}${paths.boxEdit(ownBox(ground).id)}`);
    const client = page.getByRole('combobox', { name: /^Client/ }).first();
    expect(await client.inputValue()).not.toBe('');
    await client.click();
    await page.keyboard.type('Tram');
    expect(await client.inputValue()).toBe('Tram');
    await page.getByRole('option', { name: /^Tram/ }).first().waitFor();
    await desk.close();
  });
});
