import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Look, openBrowser, openContext } from './browser.ts';
import { type Stage, sessionOf, setStage } from './stage.ts';

/** What all tests of a file share: one console, one browser. */
export interface Ground {
  stage: Stage;
  browser: Browser;
}

/** Sets the stage and opens a browser before the tests of a file; takes both away after them. */
export function setGround(): Ground {
  const ground = {} as Ground;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const opening = openBrowser();
    ground.stage = await setStage();
    ({ browser: ground.browser, close } = await opening);
  });
  afterAll(async () => {
    await close?.();
    await ground.stage?.stop();
  });
  return ground;
}

/** A page of a signed-in person, not yet at an address; without maps unless they are asked for. */
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
