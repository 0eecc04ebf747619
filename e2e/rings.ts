import type { Page } from 'playwright-core';

/** What takes the keyboard's focus. */
const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select, textarea, [tabindex="0"]';

/** Focused elements whose ring is cut off by what they stand in, or that have none. Runs in the page. */
function cutRings(selector: string): string[] {
  /** Sides of a clipping frame that an element's ring crosses, px; along a scrollbar's way it can be scrolled to. */
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
  /** By how much the worst of the frames cuts it, and which. */
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
      // What is itself cut off can be scrolled to, or is hidden on purpose.
      if (crossed(own, frame) > 0.5) return [0, one];
      const cut = crossed(ring, frame);
      if (cut > worst[0]) worst = [cut, frame];
    }
    return worst;
  };
  const before = document.activeElement as HTMLElement | null;
  // A ring that is on its way is not yet where it will be.
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

/** Rings of the keyboard's focus that are cut off. */
export async function ringsCut(page: Page): Promise<string[]> {
  // From a key on, the browser shows what has the focus.
  await page.keyboard.press('Tab');
  return page.evaluate(cutRings, FOCUSABLE);
}
