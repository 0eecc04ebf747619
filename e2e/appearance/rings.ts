import type { Page } from 'playwright-core';

/** Elements that can take the keyboard focus. */
const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select, textarea, [tabindex="0"]';

/** Focused elements whose ring is cut off by a container, or that have none. Runs in the page. */
function cutRings(selector: string): string[] {
  /**
   * Sides of a clipping frame that an element's ring crosses, px; in a scrollable direction it can be
   * scrolled to.
   */
  const crossed = (ring: DOMRect, frame: Element): number => {
    const style = getComputedStyle(frame);
    const beyond = style.overflowX === 'clip' ? Number.parseFloat(style.overflowClipMargin) || 0 : 0;
    const box = frame.getBoundingClientRect();
    const [left, top] = [box.left + frame.clientLeft, box.top + frame.clientTop];
    const [right, bottom] = [left + frame.clientWidth, top + frame.clientHeight];
    const across = style.overflowX === 'visible' ? 0 : Math.max(left - ring.left, ring.right - right);
    const down = style.overflowY === 'visible' ? 0 : Math.max(top - ring.top, ring.bottom - bottom);
    return Math.max(across, down) - beyond;
  };
  /** How much the worst of the frames cuts off, and which frame. */
  const cutBy = (one: HTMLElement): [number, Element] => {
    const { outlineStyle, outlineWidth, outlineOffset, position } = getComputedStyle(one);
    if (outlineStyle === 'none') return [0, one];
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const own = one.getBoundingClientRect();
    const { left, top, width, height } = own;
    if (width === 0 || height === 0 || position === 'fixed') return [0, one];
    const ring = new DOMRect(left - reach, top - reach, width + 2 * reach, height + 2 * reach);
    let worst: [number, Element] = [0, one];
    for (
      let frame = one.parentElement;
      frame !== null && frame !== document.body;
      frame = frame.parentElement
    ) {
      // An element that is itself cut off can be scrolled to, or is hidden on purpose.
      if (crossed(own, frame) > 0.5) return [0, one];
      const cut = crossed(ring, frame);
      if (cut > worst[0]) worst = [cut, frame];
    }
    return worst;
  };
  const before = document.activeElement as HTMLElement | null;
  // Disables transitions, because a moving ring is not yet in its final place.
  const still = document.createElement('style');
  still.textContent = '* { transition: none !important; }';
  document.head.append(still);
  const found = new Set<string>();
  for (const one of document.querySelectorAll<HTMLElement>(selector)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert]') !== null) continue;
    one.focus();
    if (document.activeElement !== one) continue;
    const [cut, frame] = cutBy(one);
    if (cut <= 1) continue;
    const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
    found.add(
      `${one.tagName} "${name.slice(0, 30)}" ${cut.toFixed(1)} px by ${frame.tagName}.${frame.className}`,
    );
  }
  before?.focus();
  still.remove();
  return [...found];
}

/** Focus rings that are cut off. */
export async function ringsCut(page: Page): Promise<string[]> {
  // After a key press the browser shows the focus ring.
  await page.keyboard.press('Tab');
  return page.evaluate(cutRings, FOCUSABLE);
}
