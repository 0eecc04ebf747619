/** The ends of the travel, where a ram may rest without being held by anything else. */

/**
 * mm from an end stop within which the stop may hold the ram: its rubber yields by some mm, and the zero of
 * the stroke reading is known to 15 mm at best. One number for all methods, so that they agree on whether a
 * reading is at its end.
 */
export const END = 20;

/**
 * Whether a stroke is so near an end stop that the stop may hold the ram. Both in mm; false for an undefined
 * model.
 */
export const isAtEnd = (stroke: number, travel: number | null) =>
  travel !== null && (stroke <= END || stroke >= travel - END);
