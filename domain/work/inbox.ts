/** Tabs of the inbox. */
export const INBOX_TABS = ['mine', 'unassigned', 'all'] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/** Why a matter came back: it got worse, its day came, or measures did not prove its repair. */
export const RETURNS = ['worse', 'day', 'not_proven'] as const;
export type Returned = (typeof RETURNS)[number];

/** Number of AEROs with the same matter from which they share one row. */
export const ALIKE = 3;
