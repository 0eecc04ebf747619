import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The running version: the package's, and its commit if known. */
export interface Release {
  readonly version: string;
  /** The first twelve digits; null in a copy without history that was not built from a checkout. */
  readonly commit: string | null;
}

/** Written by scripts/build-web.mjs, for a copy without history. */
const BUILT_FROM = 'web/dist/.commit';

/** The release in a folder. An unknown commit is never a failure. */
export function releaseIn(folder: string): Release {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: ofCheckout(folder) ?? ofBuild(folder) };
}

let own: Release | undefined;
/** The release that this process runs, read once, because it stays the one that was started. */
export function ownRelease(): Release {
  own ??= releaseIn(fileURLToPath(new URL('../..', import.meta.url)));
  return own;
}

function ofCheckout(folder: string): string | null {
  const command = ['-C', folder, 'rev-parse', '--show-toplevel', 'HEAD'];
  const { status, stdout } = spawnSync('git', command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) return null;
  const [top = '', commit] = stdout.trim().split('\n');
  // A copy inside another checkout must not use that one's commit.
  return realpathSync(top) === realpathSync(folder) ? shortOf(commit) : null;
}

function ofBuild(folder: string): string | null {
  try {
    return shortOf(readFileSync(join(folder, BUILT_FROM), 'utf8').trim());
  } catch {
    return null;
  }
}

const shortOf = (commit: string | undefined) =>
  commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 12) : null;
