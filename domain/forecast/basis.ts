/** What a forecast rests on: a weather forecast of its place, or only the AERO's own climate. */
export const BASES = ['weather', 'climate'] as const;
export type Basis = (typeof BASES)[number];

/** Chance of a margin from which an AERO is called at risk: one in five is worth a look before the visit is planned. Judged. */
export const AT_RISK = 0.2;
