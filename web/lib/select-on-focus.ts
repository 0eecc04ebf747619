/** Fields with a searchable list: their text is a choice, not the beginning of a search. */
const SEARCHED = '[data-kind=choice]:not([readonly]), [data-kind=zone]';

/**
 * When a searchable list gets the focus, by click or by Tab, typing replaces its text. Implemented for the
 * whole document, because a field with its own focus handler would skip a default handler.
 */
export function selectOnFocus(): void {
  let come: HTMLInputElement | null = null;
  document.addEventListener('focusin', ({ target }) => {
    come = target instanceof HTMLInputElement && target.matches(SEARCHED) ? target : null;
    come?.select();
  });
  // Some browsers set the caret at the end of the click that gave the focus.
  document.addEventListener('click', ({ target }) => {
    if (come !== null && target === come && come.selectionStart === come.selectionEnd) come.select();
    come = null;
  });
}
