/** The mornings on which somebody may be written the week ahead. */
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

/** Hours of the reader's clock between which it is written: before the day's work is given out, and not once it is under way. */
export const MORNING_HOURS = { from: 6, to: 12 } as const;
