/** Keys that work wherever nothing is being typed, without Ctrl: they can be switched off (WCAG 2.1.4). */
import { storage } from '../../lib/storage.ts';

const OFF = 'single_keys';

export const singleKeys = {
  /** On unless switched off in this browser; nothing is kept while they are on. */
  get on(): boolean {
    return storage.get(OFF) !== 'off';
  },
  set(on: boolean): void {
    if (on) storage.remove(OFF);
    else storage.set(OFF, 'off');
  },
};

const ROWS = 'tbody tr[data-index], [data-walk]';

/**
 * Moves the focus to the next row (1) or the one before (−1) of the lists of a screen, all as one; from outside
 * of them to the first row in sight.
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

/** What takes the focus of a row: its first link, so that Enter opens it; never a button, which would act. */
export function takerOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>('a[href]') ?? row;
}

function firstInSight(rows: readonly HTMLElement[]): HTMLElement | undefined {
  return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? rows[0];
}

/** Ticks or unticks the row that has the focus. */
export function tick(): void {
  const row = document.activeElement?.closest(ROWS);
  row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}
