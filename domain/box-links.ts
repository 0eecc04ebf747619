/** Days for which a read-only link to a box lives: unless told, and at most. */
export const LINK_DAYS = 7;
export const MAX_LINK_DAYS = 30;
