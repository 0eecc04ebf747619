/** The ends of the travel, at which a ram lies without being held by anything else. */

/**
 * mm from an end stop within which the stop may hold the ram: its rubber gives by some mm, and the zero of the stroke
 * reading is known to 15 mm at best. One number, so that no reading lies at its end for one method and not for another.
 */
export const END = 20;

/** Whether a stroke is so near an end stop that the stop may hold the ram. Both in mm; false for an undefined model. */
export const isAtEnd = (stroke: number, travel: number | null) =>
  travel !== null && (stroke <= END || stroke >= travel - END);
