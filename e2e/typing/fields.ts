import type { Page } from 'playwright-core';

/** Kinds of fields whose text is parsed: web/forms/typed. */
export const TYPED_KINDS = [
  'number',
  'whole',
  'duration',
  'day',
  'moment',
  'clock',
  'kilometer',
  'zone',
] as const;
export type TypedKind = (typeof TYPED_KINDS)[number];

/** Number of parsed fields on top: in the dialog, or on the screen. */
export const typedFields = (page: Page, within = 'body') =>
  page
    .locator(within)
    .locator(TYPED_KINDS.map((kind) => `[data-kind=${kind}]:enabled`).join(', '))
    .filter({ visible: true });
