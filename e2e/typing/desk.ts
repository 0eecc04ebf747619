import type { Language } from '@aerowatch/domain/languages';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../web/lib/paths.ts';
import { PATIENCE } from '../appearance/ends.ts';
import { textOf } from '../appearance/text-of.ts';
import { type Ground, ownBox } from '../ground.ts';
import { load, settle } from '../visit.ts';
import type { TypedKind } from './fields.ts';

/** A user of the console in one language. */
export interface Desk {
  readonly page: Page;
  readonly language: Language;
  readonly ground: Ground;
}

/** The place of a field of some kind, how it is saved, and where its value is in the request body. */
interface Place {
  readonly path: (ground: Ground) => string;
  readonly open?: (desk: Desk) => Promise<void>;
  /** The English label. */
  readonly label: string;
  readonly save: string | null;
  readonly inBody: (body: Body) => unknown;
}
// biome-ignore lint/suspicious/noExplicitAny: bodies of three endpoints
type Body = any;

const edit = (ground: Ground) => paths.boxEdit(ownBox(ground).id);
const inBox = (label: string, inBody: Place['inBody']): Place => ({
  path: edit,
  label,
  save: 'Save',
  inBody,
});
/** One field of each kind, on its real screen. */
export const PLACES: Readonly<Record<TypedKind, Place>> = {
  number: inBox('Regularized length', (body) => body.aeros?.[0]?.regularized_length),
  whole: inBox('Mechanical tension', (body) => body.aeros?.[0]?.mechanical_tension),
  day: inBox('Installation date', (body) => body.installation_date),
  kilometer: inBox('Kilometer point', (body) => body.kilometer_point),
  duration: inBox('Upload time', (body) => body.desired?.upload_time),
  moment: {
    path: () => paths.silences(),
    open: async ({ page, language }) => {
      await page.getByRole('button', { name: textOf('New silence', language) }).click();
      await page.getByRole('dialog').waitFor();
    },
    label: 'From',
    save: 'Silence',
    inBody: (body) => body.from,
  },
  clock: { path: () => paths.preferences(), label: 'From', save: null, inBody: (body) => body.quiet_from },
  zone: { path: () => paths.preferences(), label: 'Time zone', save: null, inBody: (body) => body.time_zone },
};

export async function goTo(desk: Desk, kind: TypedKind): Promise<Locator> {
  const { page, language, ground } = desk;
  const place = PLACES[kind];
  const url = `${ground.stage.server.url}${place.path(ground)}`;
  await load(page, url);
  await place.open?.(desk);
  const label = new RegExp(`^\\s*${textOf(place.label, language).source}`, 'iu');
  return page.locator(`[data-kind=${kind}]`).and(page.getByLabel(label)).filter({ visible: true }).first();
}

/** The error of a field as announced to screen readers; null if it is not marked as invalid. */
export const wrongWith = (field: Locator): Promise<string | null> =>
  field.evaluate((element) => {
    if (element.getAttribute('aria-invalid') !== 'true') return null;
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    const told = ids
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
    if (told !== '') return told;
    // The message of a group of fields is below the group.
    let frame = element.parentElement;
    while (frame !== null && frame.querySelector(':scope > .mantine-InputWrapper-error') === null)
      frame = frame.parentElement;
    return frame?.querySelector(':scope > .mantine-InputWrapper-error')?.textContent ?? '';
  });

/** The message at the field, and the value in the body; undefined if nothing was sent. */
interface Outcome {
  readonly told: string;
  readonly sent: unknown;
}

/** What a page sends while its fields are saved. */
interface Sent {
  bodies: Body[];
  /** Whether it is refused instead of reaching the server. */
  refused: boolean;
}
const sentBy = new WeakMap<Page, Sent>();

/**
 * Intercepts what the page sends, until it is closed: a request that begins just as Chromium stops intercepting
 * is never answered, and its form would load for ever.
 */
async function intercept(page: Page): Promise<Sent> {
  const known = sentBy.get(page);
  if (known !== undefined) return known;
  const sent: Sent = { bodies: [], refused: false };
  sentBy.set(page, sent);
  await page.route('**/api/**', (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    sent.bodies.push(request.postDataJSON());
    return sent.refused
      ? route.fulfill({ status: 400, json: { non_field_errors: ['-'] } })
      : route.fallback();
  });
  return sent;
}

/**
 * The request after a field is left and its form saved, or the message shown instead. The server's answers to
 * forms are refusals, so that nothing changes and they stay open.
 */
export async function saveField(desk: Desk, kind: TypedKind, field: Locator): Promise<Outcome> {
  const { page, language } = desk;
  const { save, inBody } = PLACES[kind];
  const sent = await intercept(page);
  sent.bodies = [];
  sent.refused = save !== null;
  await field.blur();
  if (save !== null)
    await page
      .getByRole('button', { name: new RegExp(`^${textOf(save, language).source}$`, 'iu') })
      .filter({ visible: true })
      .last()
      .click();
  const told = async () => (await wrongWith(field)) ?? '';
  // Tests of two languages run concurrently, where `expect.poll` is not available.
  const end = Date.now() + PATIENCE;
  while (sent.bodies.length === 0 && (await told()) === '' && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
  // A form with a message may have been sent all the same: it is not saved again before its answer.
  if (save !== null) await settle(page);
  return { told: await told(), sent: sent.bodies.length === 0 ? undefined : inBody(sent.bodies.at(-1)) };
}

/** Whether a message is that of a code; for bounds including the unit. */
export function isMessage(told: string, problem: string, language: Language, unit: string | null): boolean {
  if (problem !== 'between') return told.includes(translateMessage(problem, language));
  const [begins = ''] = translateMessage('between|§|§', language).split('§');
  return told.startsWith(begins) && (unit === null || told.includes(unit));
}
