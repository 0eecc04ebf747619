/** Filters with lists, by their names in the URL. */
export const LISTS = ['client', 'tag', 'firmware', 'sami', 'status', 'twin'] as const;
export type ListName = (typeof LISTS)[number];

export interface BoxFilters {
  client: readonly number[];
  tag: readonly number[];
  firmware: readonly number[];
  sami: readonly string[];
  status: readonly string[];
  twin: readonly string[];
  alert: boolean | null;
}
