import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Stage } from '../stage.ts';
import { settle, visit } from '../visit.ts';
import type { FormCase, TypedField } from './form-case.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A field by its label; the mark of a required field is not part of its name. */
export function fieldOf(page: Page | Locator, label: string, nth = 0): Locator {
  return page.getByLabel(new RegExp(`^${escaped(label)}( \\*)?$`)).nth(nth);
}

/** Types into a text field, or selects in a list. */
export async function type(page: Page, { label, value, nth, kind = 'text' }: TypedField): Promise<void> {
  const field = fieldOf(page, label, nth);
  if (kind === 'choice') {
    await field.click();
    await page.getByRole('option', { name: value, exact: true }).click();
  } else if (kind === 'file')
    await page.locator('input[type=file]').setInputFiles({
      name: value,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(`bytes of ${value}`),
    });
  else await field.fill(value);
}

/** The error of a field as announced to screen readers; null if it is not marked as invalid. */
async function refusalAt(page: Page, label: string, nth?: number): Promise<string | null> {
  return fieldOf(page, label, nth).evaluate((element) => {
    // A drop zone has no field that could be marked: its frame shows the error.
    if (element.getAttribute('aria-invalid') !== 'true' && !element.matches('[type=file]')) return null;
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '');
    const described = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    if (described !== '') return described;
    for (let frame = element.parentElement; frame !== null; frame = frame.parentElement) {
      const said = frame.querySelector(':scope > .mantine-InputWrapper-error')?.textContent;
      if (said) return said;
    }
    return null;
  });
}

const submit = (page: Page, form: FormCase) =>
  page.getByRole('button', { name: form.submit, exact: true }).last().click();
const saying = async (page: Page, label: string, text: string, nth?: number): Promise<void> => {
  await expect
    .poll(() => refusalAt(page, label, nth), { message: label })
    .toEqual(expect.stringContaining(text));
};
/** A sentence unchanged, or the text of a code of `validation`. */
const worded = (message: string): string => translateMessage(message, 'en');

async function opened(page: Page, stage: Stage, form: FormCase): Promise<void> {
  // Waits for the screen that follows the previous form.
  await settle(page);
  await visit(page, await form.path(stage));
  await settle(page);
  await form.open?.(page);
}

/** Empty fields marked as required, with their messages. Runs in the page. */
function emptyRequired(): { field: string; says: string }[] {
  const marks = [...document.querySelectorAll('main .mantine-InputWrapper-required')];
  return marks.flatMap((mark) => {
    const label = mark.closest('label');
    const input = label?.htmlFor ? document.getElementById(label.htmlFor) : null;
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return [];
    if (input.value !== '' || !input.checkVisibility()) return [];
    const frame = input.closest('.mantine-InputWrapper-root');
    const says = frame?.querySelector('.mantine-InputWrapper-error')?.textContent ?? '';
    return [{ field: label?.textContent ?? '', says }];
  });
}
/** A missing value is reported as missing before any other rule. */
async function saysRequired(page: Page, form: FormCase): Promise<void> {
  const empty = await page.evaluate(emptyRequired);
  // A form for a new item starts empty.
  if (form.screen.endsWith('Create')) expect(empty.length).toBeGreaterThan(0);
  if (empty.length === 0) return;
  await submit(page, form);
  const wanted = empty.map(({ field }) => ({ field, says: worded('required') }));
  await expect.poll(() => page.evaluate(emptyRequired), { message: form.name }).toEqual(wanted);
}

/** Leaving with typed input asks first, and staying keeps the input. */
async function guardHolds(page: Page, form: FormCase, typed: TypedField): Promise<void> {
  await type(page, typed);
  const { pathname } = new URL(page.url());
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect([form.name, new URL(page.url()).pathname]).toEqual([form.name, pathname]);
  if (typed.kind === undefined)
    expect(await fieldOf(page, typed.label, typed.nth).inputValue()).toBe(typed.value);
}

/**
 * Plays one form: the guard of unsaved changes, every refusal by the browser without a request, a refusal by
 * the server at its field, and finally a valid save.
 */
export async function play(page: Page, stage: Stage, form: FormCase): Promise<void> {
  await opened(page, stage, form);
  const good = form.good(stage);
  await saysRequired(page, form);
  if (form.guarded !== false) await guardHolds(page, form, good[0]!);
  for (const typed of good) await type(page, typed);

  let writes = 0;
  const count = (request: { method(): string; url(): string }): void => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes += 1;
  };
  page.on('request', count);
  for (const bad of form.bad) {
    await type(page, bad);
    await submit(page, form);
    await saying(page, bad.at ?? bad.label, worded(bad.message), bad.nth);
    const right = bad.back ?? good.find((one) => one.label === bad.label && one.nth === bad.nth)?.value ?? '';
    await type(page, { ...bad, value: right });
  }
  expect([form.name, writes]).toEqual([form.name, 0]);
  page.off('request', count);

  if (form.refused !== undefined) {
    const { url, body, at, nth, message } = form.refused;
    if (body !== undefined)
      await page.route(url, (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: body }),
      );
    const { typed, right } = form.refused;
    if (typed !== undefined) await type(page, typed);
    await submit(page, form);
    await saying(page, at, worded(message), nth);
    if (right !== undefined) await type(page, right);
    await page.unroute(url);
  }
  await submit(page, form);
  await form.saved(page, stage);
}
