/** Fields with a list that can be searched: what stands there is a choice, not the beginning of a search. */
const SEARCHED = '[data-kind=choice]:not([readonly]), [data-kind=zone]';

/**
 * Who comes to a list that can be searched, by click or by Tab, types over what stands there. Watched for the whole
 * document: a field that handles its own focus would leave out a default handler.
 */
export function selectOnFocus(): void {
  let come: HTMLInputElement | null = null;
  document.addEventListener('focusin', ({ target }) => {
    come = target instanceof HTMLInputElement && target.matches(SEARCHED) ? target : null;
    come?.select();
  });
  // Some browsers set the caret where the click that brought the focus ends.
  document.addEventListener('click', ({ target }) => {
    if (come !== null && target === come && come.selectionStart === come.selectionEnd) come.select();
    come = null;
  });
}
