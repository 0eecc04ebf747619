import type { Item } from './track-layout.ts';

/** The content of one place in a lane: one AERO, several side by side, or a group too dense to separate. */
export interface Slot {
  /** Middle, px. */
  readonly x: number;
  readonly items: readonly Item[];
  /** Drawn side by side; otherwise the most severe one represents all. */
  readonly apart: boolean;
}
/** Width of a glyph with its margin, px. */
export const SLOT = 28;
/** km within which AEROs are on one pole. */
const POLE = 0.02;
/** More at one pole than this become a group. */
const MAX_APART = 6;

/** Slots of a lane from its items by kilometre point; `xOf` gives px. Those more than a slot outside are left out. */
export function slotsOf(items: readonly Item[], xOf: (km: number) => number, width: number): Slot[] {
  const slots: Slot[] = [];
  let open: Item[] = [];
  let [left, right] = [0, Number.NEGATIVE_INFINITY];
  let poles = 0;
  const close = (): void => {
    if (open.length === 0) return;
    slots.push({ x: (left + right) / 2, items: open, apart: poles === 1 && open.length <= MAX_APART });
    open = [];
  };
  for (let at = firstFrom(items, xOf, -SLOT * MAX_APART); at < items.length; ) {
    const first = items[at]!;
    let end = at + 1;
    while (end < items.length && items[end]!.km - first.km <= POLE) end += 1;
    const x = xOf((first.km + items[end - 1]!.km) / 2);
    if (x > width + SLOT * MAX_APART) break;
    const half = (Math.min(MAX_APART, end - at) * SLOT) / 2;
    if (x - half < right) poles += 1;
    else {
      close();
      left = x - half;
      poles = 1;
    }
    for (; at < end; at++) open.push(items[at]!);
    right = Math.max(right, x + half);
    // A group grows with its members, but is drawn no wider than one glyph.
    if (poles > 1) right = Math.max(left + SLOT, x);
  }
  close();
  return slots;
}

/** Index of the first item at or right of a position in px: there may be ten thousand items, few of them visible. */
function firstFrom(items: readonly Item[], xOf: (km: number) => number, x: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xOf(items[middle]!.km) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The AERO that represents a slot. */
export function shownOf({ items }: Slot): Item {
  return items.reduce((worst, item) => (item.trouble > worst.trouble ? item : worst), items[0]!);
}

/** x of each item of a slot that is drawn apart. */
export function placesIn({ x, items }: Slot): number[] {
  return items.map((_, index) => x + (index - (items.length - 1) / 2) * SLOT);
}
