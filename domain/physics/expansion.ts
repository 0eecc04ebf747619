/**
 * Conductors of overhead lines: expansion, stiffness, and the demands on a tensioner (docs/domain.md,
 * "Conductors").
 */
export const CONDUCTOR_TYPES = ['wire', 'messenger', 'wire_and_messenger'] as const;
export type ConductorType = (typeof CONDUCTOR_TYPES)[number];

/** Linear expansion, 1/K, of an AERO without its own value: copper and bronze alike. */
export const EXPANSION_COEFFICIENTS = {
  wire: 17e-6,
  messenger: 17e-6,
  wire_and_messenger: 17e-6,
} as const satisfies Record<ConductorType, number>;

/** Axial stiffness E·S in N: Cu 107 mm², bronze 65 mm², and both. An estimate, not the maker's figure. */
const AXIAL_STIFFNESS = {
  wire: 12.84e6,
  messenger: 7e6,
  wire_and_messenger: 19.84e6,
} as const satisfies Record<ConductorType, number>;
/**
 * The same where the tension implies a contact wire of 150 mm²: one of 107 mm² is strung at 10 to 12 kN
 * (docs/domain.md, "The devices").
 */
const HEAVY = {
  wire: { from: 16_000, stiffness: 18e6 },
  messenger: null,
  wire_and_messenger: { from: 27_000, stiffness: 25e6 },
} as const satisfies Record<ConductorType, { from: number; stiffness: number } | null>;

/** Axial stiffness E·S of a conductor, N, at its tension, N; null where the tension is unknown. */
export function axialStiffness(conductor: ConductorType | null, tension: number | null): number {
  const heavy = HEAVY[conductor ?? 'wire'];
  return heavy && tension !== null && tension >= heavy.from
    ? heavy.stiffness
    : AXIAL_STIFFNESS[conductor ?? 'wire'];
}

/** Highest tension at which such a conductor is strung, N: CuMg 150 mm², a messenger of 65 mm², both of a fast line. */
const HIGHEST_TENSION = {
  wire: 26_000,
  messenger: 14_000,
  wire_and_messenger: 46_000,
} as const satisfies Record<ConductorType, number>;

/** Highest tension of a conductor, N, for an AERO without an entered tension. */
export const highestTension = (conductor: ConductorType): number => HIGHEST_TENSION[conductor];

/** Coefficient used for an AERO, 1/K. */
export function expansionOf(conductor: ConductorType | null, own: number | null | undefined): number {
  return own ?? EXPANSION_COEFFICIENTS[conductor ?? 'wire'];
}

/**
 * Stroke per degree in mm/°C: α·L. `length` is the regularized length in m, from the fixed point to the
 * tensioner. Pulley devices multiply by `ratio`; AEROs pull directly.
 */
export function thermalSlope(length: number, expansion: number, ratio = 1): number {
  return expansion * length * 1000 * ratio;
}

/** Temperature change in °C after which a ram held by friction moves: 2·φ·F/(E·S·α). */
export function deadBand(friction: number, tension: number, stiffness: number, expansion: number): number {
  return (2 * friction * tension) / (stiffness * expansion);
}
