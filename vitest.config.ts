import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// Tests start the server and its workers hundreds of times: what Node compiled for the first start of this
// run serves the others. A folder of this run alone, so that nothing rests on what an earlier one left.
if (process.env.NODE_COMPILE_CACHE === undefined) {
  const compiled = mkdtempSync(join(tmpdir(), 'aerowatch-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  process.on('exit', () => rmSync(compiled, { recursive: true, force: true }));
}

const PLANTED = 'server/measures/new-metric.test.ts';
const TIMED = ['server/alerting/judging/live.test.ts', 'server/life.test.ts'];
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  test: {
    reporters: ['default', here('./scripts/count-reporter.ts')],
    // A machine that is busy with other things takes many times as long; only what hangs is to fail by time.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    pool: 'forks',
    // The files of a worker share what they import, which took a third of their time. A module therefore keeps
    // no state that another file could meet.
    isolate: false,
    // Twice the cores of a small machine: a third of the time a file waits for its processes, locks or a clock.
    maxWorkers: 4,
    // All projects but the last at once: a browser waits for its server, and others work meanwhile.
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['{domain,contracts,i18n,web,simulator,scripts}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,bench,oracle}/**/*.test.ts'],
          exclude: [PLANTED, ...TIMED],
          globalSetup: [here('./server/testing/global-setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          name: 'planted',
          // Adds a metric to the table that everybody shares.
          include: [PLANTED],
          isolate: true,
          globalSetup: [here('./server/testing/global-setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          globalSetup: [here('./server/testing/global-setup.ts'), here('./e2e/global-setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          // Hold times that the product promises: after all others, one at a time.
          include: TIMED,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          globalSetup: [here('./server/testing/global-setup.ts')],
        },
      },
    ],
  },
});
