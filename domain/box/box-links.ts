/** Lifetime of a read-only link to a box in days: by default, and at most. */
export const LINK_DAYS = 7;
export const MAX_LINK_DAYS = 30;
