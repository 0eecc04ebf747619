/** The basis of a forecast: a weather forecast of its place, or only the AERO's own climate. */
export const BASES = ['weather', 'climate'] as const;
export type Basis = (typeof BASES)[number];

/**
 * Hours after which the newest weather is shown as old: services issue every few hours, files often come once
 * a day.
 */
export const OLD_WEATHER_HOURS = 36;

/** Days ahead that are forecast: lead 1 is the day after the day of issue. */
export const LEADS = 7;

/**
 * Chance of reaching a margin from which an AERO is called at risk, unless its client has chosen
 * another: one in five is worth a look before the
 * visit is planned. Judged.
 */
export const AT_RISK = 0.2;
/**
 * The chance from which it is called likely, and listed first in the morning: more often than not. Judged.
 */
export const LIKELY = 0.5;
