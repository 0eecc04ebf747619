import type { Language } from '@aerowatch/domain/languages';
import type { ElementHandle, Page, Request, Route } from 'playwright-core';
import { PATIENCE } from '../appearance/ends.ts';
import { textOf } from '../appearance/text-of.ts';
import { type TypedKind, typedFields } from './fields.ts';
import type { TypedPlace } from './openings.ts';
import { durationOf, type OwnValue, ownValue, stands } from './own-values.ts';

/** Text that no kind can parse. */
const UNREADABLE = 'x1';

type Field = ElementHandle<HTMLInputElement>;
interface Typed {
  readonly field: Field;
  readonly kind: TypedKind;
  readonly label: string;
  readonly own: OwnValue;
  /** The previous value; typed again if the form refuses the new one. */
  readonly before: string;
}
/** The problems of a page's fields, their names, and how many of them were sent or refused. */
export interface WalkResult {
  readonly wrong: string[];
  readonly labels: string[];
  readonly sent: number;
  readonly told: number;
}

const typeOver = async (page: Page, field: Field, text: string): Promise<void> => {
  await field.focus();
  await page.keyboard.press('Control+a');
  if (text === '') await page.keyboard.press('Backspace');
  else await page.keyboard.type(text);
};
const left = (field: Field): Promise<{ text: string; wrong: boolean }> =>
  field.evaluate(async (element) => {
    element.blur();
    await new Promise(requestAnimationFrame);
    return { text: element.value, wrong: element.getAttribute('aria-invalid') === 'true' };
  });

/** Tests one field: emptied, with unparsable text, and with its own value. */
async function tried(page: Page, { field, kind, own }: Typed): Promise<string | null> {
  // An empty part beside others counts as zero, and is written so.
  if (kind !== 'duration') {
    await typeOver(page, field, '');
    const { text } = await left(field);
    if (text !== '') return `emptied: ${JSON.stringify(text)}`;
  }
  await typeOver(page, field, UNREADABLE);
  const unread = await left(field);
  if (unread.text !== UNREADABLE || !unread.wrong) return `${UNREADABLE}: ${JSON.stringify(unread)}`;
  await typeOver(page, field, own.typed);
  const held = await field.evaluate((element) => element.value);
  if (held !== own.typed) return `while typed: ${held}`;
  const read = await left(field);
  // Values out of bounds are reported when saving.
  return read.text === own.shown ? null : `${own.typed}: ${JSON.stringify(read)}`;
}

/** Requests of a page from now on: addresses of reads, bodies of changes, which are refused. */
async function listen(page: Page) {
  const bodies: string[] = [];
  const reads: string[] = [];
  const asked = (request: Request): void => {
    if (request.method() === 'GET' && request.url().includes('/api/')) reads.push(request.url());
  };
  const take = (route: Route): Promise<void> => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    bodies.push(request.postData() ?? '{}');
    return route.fulfill({ status: 400, json: { non_field_errors: ['-'] } });
  };
  page.on('request', asked);
  await page.route('**/api/**', take);
  return {
    bodies,
    all: () => [...bodies, ...reads, page.url()],
    end: async () => {
      page.off('request', asked);
      await page.unroute('**/api/**', take);
    },
  };
}

/** What represents the value of a field in a request; for a part of a duration the sum of its parts. */
async function sentFor({ field, kind, own }: Typed): Promise<readonly (string | number)[]> {
  if (kind !== 'duration') return own.sent;
  const parts = await field.evaluate((element) =>
    [...element.closest('[role=group]')!.querySelectorAll<HTMLInputElement>('[data-kind=duration]')].map(
      (part) => [part.dataset.unit ?? '', part.value] as const,
    ),
  );
  return durationOf(Object.fromEntries(parts));
}

const isWrong = ({ field }: Typed): Promise<boolean> =>
  field.evaluate((element) => element.isConnected && element.getAttribute('aria-invalid') === 'true');

/** Further texts that a form requires, perhaps with a format: those that it refuses are emptied. */
async function fillOthers(page: Page, isFirst: boolean): Promise<void> {
  const others = page.locator('form').locator('[data-kind=text]:enabled').filter({ visible: true });
  for (const other of await others.all()) {
    if (isFirst && (await other.inputValue()) === '') await other.fill('HAND-1');
    if (!isFirst && (await other.getAttribute('aria-invalid')) === 'true') await other.fill('');
  }
}

/** Presses the button that saves the fields: by name, or that of their form. False if none is needed. */
async function press(page: Page, fields: readonly Typed[], name: RegExp | null): Promise<boolean> {
  for (const { field } of fields) {
    const pressed = await field.evaluate((element) => {
      const all = element.form?.querySelectorAll<HTMLButtonElement>('button[type=submit]:enabled') ?? [];
      const last = [...all].findLast((button) => button.checkVisibility());
      last?.click();
      return last !== undefined;
    });
    if (pressed) return true;
  }
  if (name === null) return false;
  await page.getByRole('button', { name }).filter({ visible: true }).last().click();
  return true;
}

/** Whether something was sent, or reported, after a button was pressed. */
async function answered(page: Page, bodies: readonly string[], before: number): Promise<boolean> {
  const end = Date.now() + PATIENCE;
  while (bodies.length === before && Date.now() < end) {
    if ((await page.locator('[aria-invalid=true]').count()) > 0) {
      await page.waitForTimeout(100);
      break;
    }
    await page.waitForTimeout(20);
  }
  return bodies.length > before;
}

type Heard = Awaited<ReturnType<typeof listen>>;
const ROUNDS = 5;

/** Fields whose value was not sent yet. */
async function unsent(typed: readonly Typed[], heard: Heard): Promise<Typed[]> {
  const open: Typed[] = [];
  for (const one of typed) if (!stands(await sentFor(one), heard.all())) open.push(one);
  return open;
}
/** A field that saves on blur may still be sending. */
async function unsentInTime(page: Page, typed: readonly Typed[], heard: Heard): Promise<Typed[]> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const open = await unsent(typed, heard);
    if (open.length === 0 || Date.now() > end) return open;
    await page.waitForTimeout(20);
  }
}

/**
 * Saves until the typed values have been sent; values that the form refuses are noted, and replaced by the
 * previous ones.
 */
async function save(page: Page, typed: readonly Typed[], heard: Heard, name: RegExp | null) {
  let rest = [...typed];
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = await unsent(rest, heard);
    if (open.length === 0) return { unsaid: open, told: typed.length - rest.length };
    await fillOthers(page, round === 0);
    const before = heard.bodies.length;
    if (!(await press(page, open, name)) || (await answered(page, heard.bodies, before))) break;
    const told: Typed[] = [];
    for (const one of rest) if (await isWrong(one)) told.push(one);
    for (const { field, before: text } of told) {
      await typeOver(page, field, text);
      await left(field);
    }
    rest = rest.filter((one) => !told.includes(one));
  }
  return { unsaid: await unsentInTime(page, rest, heard), told: typed.length - rest.length };
}

/** The parsed fields on top, with the value to type into each. */
async function fieldsOf(
  page: Page,
  language: Language,
  only: readonly string[],
  before = 0,
): Promise<Typed[]> {
  const handles = (await typedFields(page).elementHandles()) as Field[];
  const all = await Promise.all(
    handles.map(async (field, index) => {
      const { kind, label, stood } = await field.evaluate((element) => ({
        kind: element.dataset.kind as TypedKind,
        label: (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? '').trim(),
        stood: element.value,
      }));
      return { field, kind, label, before: stood, own: ownValue(kind, before + index + 1, language) };
    }),
  );
  const wanted = only.map((label) => new RegExp(`^${textOf(label, language).source}`, 'iu'));
  return only.length === 0 ? all : all.filter(({ label }) => wanted.some((one) => one.test(label)));
}

/**
 * Types into every parsed field on top: typed text stays, unparsable text is reported, and parsable text is
 * sent as typed, or reported when saving. Nothing is changed by it.
 */
export async function walkFields(
  page: Page,
  language: Language,
  { save: saveBy, only = [] }: Pick<TypedPlace, 'save' | 'only'>,
): Promise<WalkResult> {
  const wrong: string[] = [];
  const heard = await listen(page);
  const standing: Typed[] = [];
  const walk = async (typed: readonly Typed[]): Promise<void> => {
    for (const one of typed) {
      // Another field removed this one while it was empty.
      if (!(await one.field.evaluate((element) => element.isConnected))) continue;
      standing.push(one);
      const found = await tried(page, one);
      if (found !== null) wrong.push(`${one.label} (${one.kind}), ${found}`);
    }
  };
  await walk(await fieldsOf(page, language, only));
  const isNew = ({ label }: Typed): boolean => standing.every((one) => one.label !== label);
  // And it was brought back.
  await walk((await fieldsOf(page, language, only, standing.length)).filter(isNew));
  if (wrong.length > 0) return { wrong, labels: [], sent: 0, told: 0 };
  const name = saveBy === undefined ? null : new RegExp(`^${textOf(saveBy, language).source}$`, 'iu');
  const { told, unsaid } = await save(page, standing, heard, name);
  await heard.end();
  if (heard.all().some((text) => stands([UNREADABLE], [text]))) wrong.push(`${UNREADABLE} was sent`);
  wrong.push(...unsaid.map(({ label, kind }) => `${label} (${kind}): not sent`));
  return { wrong, labels: standing.map(({ label }) => label), sent: standing.length - told, told };
}
