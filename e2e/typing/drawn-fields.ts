import type { Page } from 'playwright-core';

interface Fiber {
  readonly type: unknown;
  readonly stateNode: unknown;
  readonly memoizedProps: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** Records the inputs rendered with each change, as React's developer tools see them. Runs in the page. */
function noteDrawn(): void {
  const shown = new WeakMap<object, unknown>();
  const drawn: Element[] = [];
  const look = (first: Fiber | null): void => {
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      const { type, stateNode, memoizedProps } = fiber;
      if (type === 'input' && stateNode instanceof Element && shown.get(stateNode) !== memoizedProps) {
        shown.set(stateNode, memoizedProps);
        drawn.push(stateNode);
      }
      look(fiber.child);
    }
  };
  Object.assign(globalThis, {
    drawnInputs: drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => look(root.current),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
}

/** From the next load on. */
export async function watchDrawn(page: Page): Promise<void> {
  await page.addInitScript(noteDrawn);
}

/** Number of different inputs that an act rendered again. */
export async function drawnBy(page: Page, act: () => Promise<unknown>): Promise<number> {
  const take = () =>
    page.evaluate(() => {
      const { drawnInputs } = globalThis as unknown as { drawnInputs: Element[] };
      return new Set(drawnInputs.splice(0)).size;
    });
  await take();
  await act();
  return take();
}
