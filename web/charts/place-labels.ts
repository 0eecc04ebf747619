/** Where the name of a limit stands: its right edge, and whether above or below its line; in px. */
export interface PlacedLabel {
  right: number;
  top: number;
}
interface Limit {
  /** Where its line runs. */
  y: number;
  width: number;
}
interface Area {
  left: number;
  right: number;
  top: number;
  height: number;
}

/** From the line to its name. */
const OFF = 2;
/** Between two names on one height. */
const BETWEEN = 8;

/**
 * Places of the names of limits within a drawing area, in the order given: above its line at the right edge, where
 * that is taken below it, else further left; null for a name that has no place. Names never cover one another.
 */
export function placeLabels(
  limits: readonly Limit[],
  area: Area,
  height: number,
): readonly (PlacedLabel | null)[] {
  const taken: (PlacedLabel & { width: number })[] = [];
  const bottom = area.top + area.height;
  return limits.map(({ y, width }) => {
    const heights = [y - OFF - height, y + OFF].filter((top) => top >= area.top && top + height <= bottom);
    const rights = [area.right, ...taken.map((one) => one.right - one.width - BETWEEN)].sort((a, b) => b - a);
    for (const right of rights)
      for (const top of heights) {
        const free = taken.every(
          (one) =>
            top + height <= one.top ||
            one.top + height <= top ||
            right <= one.right - one.width ||
            one.right <= right - width,
        );
        if (!free || right - width < area.left) continue;
        const place = { right, top };
        taken.push({ ...place, width });
        return place;
      }
    return null;
  });
}
