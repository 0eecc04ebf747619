/** Position of the label of a limit: its right edge, and whether it is above or below its line; in px. */
export interface PlacedLabel {
  right: number;
  top: number;
}
/** A placed text. */
export interface Written extends PlacedLabel {
  width: number;
}
interface Limit {
  /** Height of its line. */
  y: number;
  width: number;
}
interface Area {
  left: number;
  right: number;
  top: number;
  height: number;
}

/** Distance between line and label. */
const OFF = 2;
/** Distance between two labels at one height. */
const BETWEEN = 8;

/**
 * Places the labels of limits within a drawing area, in the order passed: above the line at the right edge,
 * else below it, else further left; null for a label without space. Labels overlap neither each other nor the
 * already `written` texts.
 */
export function placeLabels(
  limits: readonly Limit[],
  area: Area,
  height: number,
  written: readonly Written[] = [],
): readonly (PlacedLabel | null)[] {
  const taken = [...written];
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
