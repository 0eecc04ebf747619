/** Clickable elements. */
const PRESSED = 'button, a, summary, [role=button], [role=menuitem], [role=option], [role=tab]';

/**
 * The second click of a double click belongs to the element of the first. If that was replaced under the
 * pointer ("Next" by "Validate", "Delete" by "Really delete"), it has no effect.
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
