/** Shortcuts that work without Ctrl while nothing is being typed: they can be disabled (WCAG 2.1.4). */
import { cookies } from '../../lib/session/cookies.ts';

const OFF = 'single_keys';

export const singleKeys = {
  /** On unless switched off in this browser; only "off" is stored. */
  get on(): boolean {
    return cookies.get(OFF) !== 'off';
  },
  set(on: boolean): void {
    if (on) cookies.remove(OFF);
    else cookies.set(OFF, 'off', true);
  },
};

const ROWS = 'tbody tr[data-index], [data-walk]';

/**
 * Moves the focus to the next row (1) or the previous one (−1); all lists of a screen count as one. From
 * outside the lists it goes to the first visible row.
 */
export function walk(within: ParentNode, direction: 1 | -1): void {
  const rows = [...within.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.offsetParent !== null);
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? firstInSight(rows) : rows[here + direction];
  if (next === undefined) return;
  const taker = takerOf(next);
  if (taker === next) next.tabIndex = -1;
  taker.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/**
 * The element of a row to focus: its first link, so that Enter opens it; never a button, which would trigger
 * an action.
 */
export function takerOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>('a[href]') ?? row;
}

function firstInSight(rows: readonly HTMLElement[]): HTMLElement | undefined {
  return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? rows[0];
}

/** Ticks or unticks the focused row. */
export function tick(): void {
  const row = document.activeElement?.closest(ROWS);
  row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}
