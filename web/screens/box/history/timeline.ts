import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Answer } from '../../../lib/api/contract.ts';

export const ENTRY_KINDS = ['alert', 'sami', 'note', 'work', 'firmware', 'configuration'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

type RowOf<K extends 'aerosSami' | 'notesList' | 'workOrdersList' | 'rolloutsList' | 'boxesConfigurations'> =
  Answer<K>['results'][number];
export type SamiRow = RowOf<'aerosSami'>;
export type NoteRow = RowOf<'notesList'>;
export type WorkRow = RowOf<'workOrdersList'>;
export type RolloutRow = RowOf<'rolloutsList'>;
export type ConfigurationRow = RowOf<'boxesConfigurations'>;

/** An event of a box, in the form of the list it comes from. */
export type Entry = { readonly at: string; readonly key: string } & (
  | { readonly kind: 'alert'; readonly row: Alert }
  | { readonly kind: 'sami'; readonly row: SamiRow }
  | { readonly kind: 'note'; readonly row: NoteRow }
  | { readonly kind: 'work'; readonly row: WorkRow }
  | { readonly kind: 'firmware'; readonly row: RolloutRow }
  | { readonly kind: 'configuration'; readonly row: ConfigurationRow; readonly before?: ConfigurationRow }
);

/** Tabs of earlier releases, whose addresses are in mails and bookmarks, with the kinds that they showed. */
const FORMER_TABS: Readonly<Record<string, EntryKind>> = { alerts: 'alert', log: 'note', sami: 'sami' };

/** The kinds selected by an address; empty means all. */
export function kindsOf(tab: string | null, kind: string | null): EntryKind[] {
  const former = isHistory(tab) ? FORMER_TABS[tab ?? ''] : undefined;
  if (former !== undefined) return [former];
  const asked = (kind ?? '').split(',');
  return ENTRY_KINDS.filter((one) => asked.includes(one));
}
export const isHistory = (tab: string | null): boolean =>
  tab === 'history' || Object.hasOwn(FORMER_TABS, tab ?? '');

/**
 * The newest `limit` entries of several lists, newest first. Exact if each list contains its own newest
 * `limit` entries or all of them; `more` if there are older ones.
 */
export function newestEntries(
  lists: readonly (readonly Entry[])[],
  limit: number,
): { entries: Entry[]; more: boolean } {
  // Compared as times, not as text: the lists write the same time with and without milliseconds.
  const all = lists.flat().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { entries: all.slice(0, limit), more: all.length > limit };
}
