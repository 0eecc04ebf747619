import { defineConfig } from 'vitest/config';

const here = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  test: {
    reporters: ['default', here('./scripts/count-reporter.ts')],
    // A machine that is busy with other things takes many times as long; only what hangs is to fail by time.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 90_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // One more than the cores of a small machine: half the time a file waits for its processes.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: { name: 'rooms', include: ['{domain,contracts,i18n,web,simulator,scripts}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,bench,oracle}/**/*.test.ts'],
          globalSetup: [here('./server/testing/global-setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          globalSetup: [here('./server/testing/global-setup.ts'), here('./e2e/global-setup.ts')],
        },
      },
    ],
  },
});
