import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPackagedChromium, UNPACKED_VARIABLE, unpackChromium } from './packaged-chromium.ts';

/** Before the browser tests: unpacks npm's browser once for all of them. Afterwards: removes it. */
export default async function setup(): Promise<() => void> {
  if (!hasPackagedChromium || process.env.CHROMIUM_PATH) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-chromium-'));
  await unpackChromium(folder);
  process.env[UNPACKED_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
