import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { paints } from './appearance/paints.ts';
import { type Look, openBrowser, openContext } from './browser.ts';
import { type Stage, sessionOf, setStage } from './stage.ts';

/** Shared by all tests of a file: one console, one browser. */
export interface Ground {
  stage: Stage;
  browser: Browser;
}

/**
 * Starts the stage and opens a browser before the tests of a file; closes both afterwards. A browser that has
 * stopped painting is replaced by another one.
 */
export function setGround(): Ground {
  const ground = {} as Ground;
  // Former ones stay open until the end: concurrent tests may still have pages there.
  const closes: (() => Promise<void>)[] = [];
  let probe: Page | undefined;
  const next = async (): Promise<void> => {
    const { browser, close } = await openBrowser();
    closes.push(close);
    ground.browser = browser;
    probe = await browser.newPage();
  };
  beforeAll(async () => {
    const opening = next();
    ground.stage = await setStage();
    await opening;
  });
  const renew = async (): Promise<void> => {
    if (probe === undefined || (await paints(probe))) return;
    console.warn('The browser has stopped painting: the next test has a new one.');
    await next();
  };
  // Of concurrent tests only one requests it, for all.
  let renewal: Promise<void> | undefined;
  beforeEach(async () => {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    await renewal;
  });
  afterAll(async () => {
    for (const close of closes) await close();
    await ground.stage?.stop();
  });
  return ground;
}

/** A page of a signed-in user, not yet at an address; by default without maps. */
export async function openAs(
  { stage, browser }: Ground,
  level: keyof Stage['people'],
  look: Partial<Look> = {},
): ReturnType<typeof openContext> {
  const { language = 'en', theme = 'light' } = look;
  const session = await sessionOf(stage, level, { language, theme });
  return openContext(browser, stage.server.url, { maps: false, ...look }, session);
}

export const ownBox = ({ stage }: Ground) =>
  stage.boxes.find((box) => box.client === stage.clients.own && box.aeros.length === 2)!;
