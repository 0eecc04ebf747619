/** What a click is for. */
const PRESSED = 'button, a, summary, [role=button], [role=menuitem], [role=option], [role=tab]';

/**
 * The second click of a double click is for what the first was on. Where that has been replaced under the
 * pointer ("Next" by "Validate", "Delete" by "Really delete"), it does nothing.
 */
export function guardSecondClicks(): void {
  let first: Element | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest(PRESSED) : null;
      if (event.detail <= 1) first = pressed;
      else if (pressed !== null && pressed !== first) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
}
