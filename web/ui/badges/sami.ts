import type { SamiLevel } from '@aerowatch/domain/sami';

/** Shape and colour of a level on light and dark background (AA against white and against the dark surface). */
export const SAMI_STYLES = {
  satisfactory: { light: '#18794e', dark: '#4cc38a', shape: 'circle' },
  meets_expectations: { light: '#1d68b0', dark: '#70b8ff', shape: 'square' },
  improvement_needed: { light: '#a15c00', dark: '#ffb224', shape: 'triangle' },
  unsatisfactory: { light: '#c4232f', dark: '#ff7b84', shape: 'diamond' },
} as const satisfies Record<SamiLevel, { light: string; dark: string; shape: string }>;
export type SamiShape = (typeof SAMI_STYLES)[SamiLevel]['shape'];

/** Outlines in a viewBox of 20 × 20. */
export const SHAPE_PATHS: Record<SamiShape, string> = {
  circle: 'M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z',
  square: 'M3 2h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z',
  triangle: 'M10 .8 19.600 18.600H.4z',
  diamond: 'M10 0 20 10 10 20 0 10z',
};
