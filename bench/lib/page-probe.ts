/** Measurements inside a page while a bench types, pans and waits. */
import type { Page } from 'playwright-core';

interface Probe {
  /** Tasks of over 50 ms since the page began, with their start, ms. */
  readonly tasks: { at: number; ms: number }[];
  /** From now on: ms from the next key press until the text of `selector` has changed and is painted. */
  arm(selector: string): void;
  answered: Promise<number>;
}
declare global {
  interface Window {
    probe: Probe;
  }
}

/** Must be called before the page is opened. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: { at: number; ms: number }[] = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration });
    }).observe({ type: 'longtask', buffered: true });
    let pressed = 0;
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressed = timeStamp;
      },
      { capture: true },
    );
    const probe: Probe = {
      tasks,
      answered: Promise.resolve(0),
      arm(selector) {
        const say = () => document.querySelector(selector)?.textContent;
        const before = say();
        pressed = 0;
        probe.answered = new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error(`no other answer than ${before}`)), 10_000);
          const watcher = new MutationObserver(() => {
            if (pressed === 0 || say() === before) return;
            watcher.disconnect();
            // A message posted in a frame's callback arrives after that frame was painted.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve(performance.now() - pressed);
              port2.postMessage(null);
            });
          });
          watcher.observe(document, { subtree: true, childList: true, characterData: true });
        });
      },
    };
    window.probe = probe;
  });
}

/** Presses a key in the focused field; returns the ms until the text of `selector` changed. */
export async function answerTo(page: Page, key: string, selector: string): Promise<number> {
  await page.evaluate((text) => window.probe.arm(text), selector);
  await page.keyboard.press(key);
  return page.evaluate(() => window.probe.answered);
}

/** The longest task that began during some work, ms; 0 if none took over 50. */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const from = await page.evaluate(() => performance.now());
  await work();
  await page.waitForTimeout(500);
  return page.evaluate(
    (since) => Math.max(0, ...window.probe.tasks.filter(({ at }) => at >= since).map(({ ms }) => ms)),
    from,
  );
}
