import type { Browser } from 'playwright-core';
import { type Look, openContext } from './browser.ts';
import { type Stage, sessionOf } from './stage.ts';

/** What all tests of bad days share: one console, one browser. */
export interface Ground {
  stage: Stage;
  browser: Browser;
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
