/** After this long without input, requests made automatically do not count as use of the session. */
const UNATTENDED_MS = 5 * 60_000;
let last = performance.now();

if (typeof document !== 'undefined')
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(
      event,
      () => {
        last = performance.now();
      },
      { passive: true, capture: true },
    );

/** Whether nobody has touched this window for minutes. */
export const isUnattended = (): boolean => performance.now() - last > UNATTENDED_MS;
