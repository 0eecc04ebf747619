/**
 * Above this many rows only the visible ones are rendered; cards are rendered up to a whole page of the usual
 * size.
 */
const ALL_DRAWN = { rows: 60, cards: 100 };

interface Shown {
  count: number;
  phone: boolean;
  printing: boolean;
}
/** Whether only the visible rows are rendered: never when printing. */
export const isWindowed = ({ count, phone, printing }: Shown): boolean =>
  !printing && count > (phone ? ALL_DRAWN.cards : ALL_DRAWN.rows);

/** The rows to render, in order, including the focused one, because removing it would lose the focus. */
export function withFocused(drawn: readonly number[], focused: number | null, count: number): number[] {
  if (focused === null || focused >= count || drawn.includes(focused)) return [...drawn];
  return [...drawn, focused].sort((one, other) => one - other);
}

interface Placed {
  index: number;
  /** Upper and lower edge, px. */
  start: number;
  end: number;
}
/** Each rendered row with the height omitted above it, px, and the height omitted below the last. */
export function withGaps(placed: readonly Placed[], top: number, total: number) {
  let edge = top;
  const drawn = placed.map(({ index, start, end }) => {
    const before = Math.max(0, start - edge);
    edge = end;
    return { index, before };
  });
  return { drawn, after: Math.max(0, top + total - edge) };
}
