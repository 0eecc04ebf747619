import type { KnipConfiguration } from 'knip';

/** `npm run check` looks twice: at everything, and at the product alone, where what only tests use is unused. */
const PRODUCT = process.argv.includes('--production');

/** Written for tests, or kept for what is to come, with its reason. */
const FOR_TESTS = {
  // Scenes, servers, boxes and walks that tests share.
  '**/testing*.ts': ['exports'],
  '**/testing/**': ['exports'],
  'testing/**': ['exports'],
  // The rule by which the walk tells what an endpoint asks.
  'contracts/endpoint.ts': ['exports'],
  'e2e/**': ['exports'],
  // The programs that a test of the bench compares with.
  'bench/lib/peers.ts': ['exports'],
  // Used by the migration of the next metric (ARCHITECTURE.md, where a change goes).
  'server/features/measures/add-metric.ts': ['exports'],
  // The packed form of a month is proved by reading it back.
  'domain/forecast/packed-forecast.ts': ['exports'],
  // Of the build (web/vite.config.ts), which is not the product.
  'web/contract-endpoints.ts': ['exports'],
  'web/text-areas.ts': ['exports'],
} satisfies KnipConfiguration['ignoreIssues'];

export default {
  // Every workspace opens all its files to the others ("./*" in its exports), which makes each of them an entry:
  // what an entry exports counts as unused too when no other file imports it.
  // Patterns that end in "!" are the product.
  workspaces: {
    '.': {
      entry: ['scripts/*.{ts,mjs}!', 'scripts/{checks,documents,release,test-run}/*.ts!'],
      project: ['scripts/**/*.{ts,mjs}!'],
      ignoreDependencies: [
        // Run by a test as a program.
        '@redocly/cli',
        // Of docs/devices/box.mjs, whose reader installs it.
        'mqtt',
      ],
      // A program of the workspace web, run there by scripts/dev.ts.
      // The others are of the system: tests and documents go without where they are missing, and say so.
      ignoreBinaries: ['dpkg-deb', 'vite', 'promtool', 'systemd-analyze'],
    },
    domain: { includeEntryExports: true, project: ['**/*.ts!'] },
    contracts: { includeEntryExports: true, project: ['**/*.ts!'] },
    i18n: { includeEntryExports: true, project: ['**/*.ts!'] },
    server: {
      includeEntryExports: true,
      // Migrations are read by name; the page of the API documentation loads its script.
      entry: ['migrations/*.ts!', 'features/openapi/page/docs.js!'],
      project: ['**/*.{ts,js}!'],
      // Types of a package that has none of its own, found by the compiler; fonts that a file name opens; a program
      // that a test starts.
      ignoreDependencies: ['@types/smtp-server', '@expo-google-fonts/inter', 'node-red'],
      // Of the system: tests go without where they are missing, and say so.
      ignoreBinaries: ['sha256sum', 'useradd', 'mosquitto', 'mosquitto_passwd'],
    },
    web: {
      includeEntryExports: true,
      entry: ['index.html!'],
      project: ['**/*.{ts,tsx,js}!'],
      // Loaded by CSS, by the build as an asset, and for their types.
      ignoreDependencies: ['@fontsource-variable/inter', 'world-atlas'],
    },
    simulator: { includeEntryExports: true, project: ['**/*.ts!'] },
    e2e: {
      includeEntryExports: true,
      entry: ['screenshots.ts'],
      project: ['**/*.{ts,tsx}'],
      // Of the system; the test goes without where it is missing and says so.
      ignoreBinaries: ['mosquitto_pub'],
    },
    bench: {
      includeEntryExports: true,
      entry: [
        'run.ts!',
        'torture.ts!',
        'soak.ts!',
        'diagnostics.ts!',
        'forecast.ts!',
        'chart-page/main.tsx!',
      ],
      project: ['**/*.{ts,tsx}!'],
      ignoreBinaries: ['mount', 'umount'],
    },
    testing: { includeEntryExports: true, project: ['**/*.ts'] },
    oracle: { includeEntryExports: true, entry: ['run.ts!'], project: ['**/*.ts!'] },
  },
  ignoreIssues: {
    // Read by name: `up` of each.
    'server/migrations/*.ts': ['exports'],
    // Areas of a language are gathered by namespace (i18n/languages).
    'i18n/fr/*.ts': ['exports'],
    'i18n/en/*.ts': ['exports'],
    ...(PRODUCT ? FOR_TESTS : {}),
  },
  ignoreExportsUsedInFile: true,
  exclude: ['types', 'enumMembers', 'namespaceMembers'],
} satisfies KnipConfiguration;
