import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { SCREEN_KEYS, type ScreenKey, screenOf } from '../web/lib/screens.ts';
import { openContext } from './browser.ts';
import { CLAIM_FLOWS } from './forms/claim-flows.ts';
import { DUTY_FLOWS } from './forms/duty-flows.ts';
import { FLOWS } from './forms/form-flows.ts';
import { play } from './forms/form-play.ts';
import { DEVICE_FORMS } from './forms/forms-devices.ts';
import { PEOPLE_FORMS } from './forms/forms-people.ts';
import { IMPORT_FLOWS } from './forms/import-flows.ts';
import { MATTER_FLOWS } from './forms/matter-flows.ts';
import { ORDER_FLOWS } from './forms/order-flows.ts';
import { SILENCE_FLOWS } from './forms/silence-flows.ts';
import { setGround } from './ground.ts';
import { sessionOf } from './stage.ts';
import { load } from './visit.ts';

const FORMS = [...DEVICE_FORMS, ...PEOPLE_FORMS];
const PLAYED = [
  ...FLOWS,
  ...ORDER_FLOWS,
  ...MATTER_FLOWS,
  ...IMPORT_FLOWS,
  ...DUTY_FLOWS,
  ...CLAIM_FLOWS,
  ...SILENCE_FLOWS,
];
const WEB = fileURLToPath(new URL('../web/', import.meta.url));
const ground = setGround();
const pages = new Map<string, Page>();

/** One page per level for all its forms. */
async function pageOf(level: 'visitor' | 'member' | 'privileged' | 'admin'): Promise<Page> {
  const open = pages.get(level);
  if (open !== undefined && open.context().browser() === ground.browser) return open;
  const session =
    level === 'visitor'
      ? undefined
      : await sessionOf(ground.stage, level, { language: 'en', theme: 'light' });
  const { page } = await openContext(ground.browser, ground.stage.server.url, { maps: false }, session);
  await load(page, `${ground.stage.server.url}${paths.privacy()}`);
  pages.set(level, page);
  return page;
}

/** Whether the files of a screen, or of entities it uses, contain a form. */
function hasForm(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (/\buseContractForm[<(]|<form\b|component="form"|<(Dropzone|CsvDrop)\b|\buseUnsavedGuard\(/.test(source))
    return true;
  return [...source.matchAll(/from '(\.[^']+)'/g), ...source.matchAll(/import\('(\.[^']+)'\)/g)]
    .map((match) => resolve(dirname(file), match[1]!))
    .filter((path) => /^(screens|entities)\//.test(relative(WEB, path)))
    .some((path) => hasForm(path, seen));
}
const fileOf = (key: ScreenKey): string => join(WEB, `screens/${screenOf(key).component}-screen.tsx`);

describe('forms', () => {
  it('every screen with a form is played here', () => {
    const played = new Set([...FORMS, ...PLAYED].map(({ screen }) => screen));
    expect(SCREEN_KEYS.filter((key) => hasForm(fileOf(key)) && !played.has(key))).toEqual([]);
    expect(hasForm(join(WEB, 'screens/privacy/privacy-screen.tsx'))).toBe(false);
  });

  it.each(FORMS.map((form) => [form.name, form] as const))('%s', async (_name, form) => {
    await play(await pageOf(form.level), ground.stage, form);
  });

  it.each(PLAYED.map((flow) => [flow.name, flow] as const))('%s', async (_name, flow) => {
    await flow.play(await pageOf(flow.level), ground.stage);
  });
});
