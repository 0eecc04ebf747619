import type { settings as Settings } from '@aerowatch/i18n/en/settings';

export type Tab = keyof (typeof Settings)['tab'];

/** The pages of the settings with their tabs: what belongs together is one page. */
export const PAGES = {
  tags: ['tags'],
  interfaces: ['keys', 'webhooks', 'api'],
  security: ['security'],
  audit: ['audit'],
  operation: ['outbox', 'setaside', 'machine'],
  about: ['release', 'privacy'],
} as const satisfies Record<string, readonly Tab[]>;
export type Page = keyof typeof PAGES;
export const PAGE_KEYS = Object.keys(PAGES) as Page[];

/** The page of a tab; addresses contain the tab, as before there were pages. */
export const pageOf = (tab: Tab): Page =>
  PAGE_KEYS.find((page) => (PAGES[page] as readonly Tab[]).includes(tab)) ?? 'tags';
