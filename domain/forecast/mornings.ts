/** The mornings on which a user may receive the week ahead. */
export const MORNINGS = [
  'daily',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Morning = (typeof MORNINGS)[number];

/** Local hours between which it is sent: before the day's work is assigned, and not once it is under way. */
export const MORNING_HOURS = { from: 6, to: 12 } as const;
