import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { STOPPED } from './e2e/appearance/paints.ts';
import { LongestFirst } from './scripts/test-run/longest-first.ts';
import { contractEndpoints } from './web/contract-endpoints.ts';

// Tests start the server and its workers hundreds of times: what Node compiled for the first start of this
// run serves the others. A folder of this run alone, so that nothing rests on what an earlier one left.
if (process.env.NODE_COMPILE_CACHE === undefined) {
  const compiled = mkdtempSync(join(tmpdir(), 'aerowatch-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  process.on('exit', () => rmSync(compiled, { recursive: true, force: true }));
}

const PLANTED = 'server/features/measures/new-metric.test.ts';
const TIMED = [
  'server/features/alerting/judging/live.test.ts',
  'server/life.test.ts',
  'testing/loop-walk/heavy-endpoints.test.ts',
];
/** Start servers and databases, as those of the server do. */
const PROGRAMS = [
  'bundle',
  'commands',
  'demo',
  'documents/documented-commands',
  'documents/operator-options',
].map((name) => `scripts/${name}.test.ts`);
const BROWSER = 'e2e/**/*.test.ts';
// A worker ends where the next file is of another project, and with it what it has imported and compiled. In a
// whole run all that takes long is therefore one project; `--project` knows the parts by their names.
const WHOLE = !process.argv.some((one) => one.startsWith('--project'));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const DATABASE = here('./testing/global-setup.ts');
/** What a browser needs: on a machine ten times as slow a walk over all that opens takes minutes. */
const WITH_BROWSER = {
  testTimeout: 1_200_000,
  hookTimeout: 600_000,
  globalSetup: [DATABASE, here('./e2e/global-setup.ts')],
  // A test that met a browser that paints no more is said to be repeated, in a new one; no other is.
  retry: { count: 2, condition: new RegExp(STOPPED) },
};

export default defineConfig({
  test: {
    reporters: ['default', here('./scripts/test-run/count-reporter.ts')],
    // A machine that is busy with other things takes many times as long; only what hangs is to fail by time.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
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
        plugins: [contractEndpoints()],
        test: {
          name: 'rooms',
          include: ['{domain,contracts,i18n,web,simulator,scripts}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(WHOLE ? PROGRAMS : [])],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,testing,bench,oracle}/**/*.test.ts', ...(WHOLE ? [...PROGRAMS, BROWSER] : [])],
          exclude: [PLANTED, ...TIMED],
          ...(WHOLE ? WITH_BROWSER : { globalSetup: [DATABASE] }),
        },
      },
      {
        extends: true,
        test: {
          name: 'planted',
          // Adds a metric to the table that everybody shares.
          include: [PLANTED],
          isolate: true,
          globalSetup: [DATABASE],
        },
      },
      ...(WHOLE
        ? []
        : [{ extends: true as const, test: { name: 'e2e', include: [BROWSER], ...WITH_BROWSER } }]),
      {
        extends: true,
        test: {
          name: 'timed',
          // Hold times that the product promises: after all others, one at a time.
          include: TIMED,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          globalSetup: [DATABASE],
        },
      },
    ],
  },
});
