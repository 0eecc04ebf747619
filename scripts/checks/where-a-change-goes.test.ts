import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EVENT_ENTITIES } from '@aerowatch/contracts/events';
import { COMPARATOR_KEYS } from '@aerowatch/domain/alerting/comparators';
import { CONFIGURATION_KEYS } from '@aerowatch/domain/box/box-configuration';
import { FAULTS, FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { FILE_FORMAT_KEYS } from '@aerowatch/domain/file-formats';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { CHANNELS } from '@aerowatch/domain/notifications/channels';
import { CHOSEN_KINDS } from '@aerowatch/domain/work/kinds';
import { expect, it } from 'vitest';
import { SCREEN_KEYS, screenOf } from '../../web/lib/screens.ts';

// ARCHITECTURE.md, "Where a change goes": the compiler enforces some of the files; no other file may repeat a
// table, because a hand-written list would silently lack the new row. (Languages: i18n/languages.test.ts;
// files and routes of screens: web/app/screens.test.ts.)

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const sources = globSync('{domain,contracts,i18n,server,web,simulator,bench,e2e}/**/*.{ts,tsx,js}', {
  cwd: ROOT,
  exclude: [
    '**/node_modules/**',
    '**/*.test.ts',
    '**/*.test.tsx',
    '**/testing*',
    '**/testing/**',
    'web/dist/**',
    'server/migrations/**',
  ],
}).map((path) => ({ path, code: withoutComments(readFileSync(ROOT + path, 'utf8')) }));
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** A key as a key, a string or a member; not as a word of prose. */
const named = (code: string, key: string) =>
  new RegExp(`['"\`.]${key}['"\`]|\\b${key}:|\\.${key}\\b|\\b${key},`).test(code);
/** Files that name at least this many keys of a table. */
const naming = (keys: readonly string[], least: number) =>
  sources
    .filter(({ code }) => keys.filter((key) => named(code, key)).length >= least)
    .map(({ path }) => path)
    .sort();
/** An area of texts in every language. */
const textsIn = (area: string) => LANGUAGE_KEYS.map((language) => `i18n/${language}/${area}.ts`).sort();
const architecture = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8');
const rowOf = (change: string) =>
  architecture.split('\n').find((line) => line.startsWith(`| ${change}`)) ?? '';

it('metrics: a list of them stands in the table, its texts and the simulator', () => {
  expect(sources.length).toBeGreaterThan(700);
  // A diagnosis is about certain metrics, whatever else is measured.
  const listing = naming(METRIC_KEYS, 5).filter((path) => !/\/(faults|diagnostics)\//.test(path));
  expect(listing).toEqual([
    // Courses of values of the bench: a metric without one stays constant.
    'bench/lib/batches.ts',
    'bench/lib/store-fill.ts',
    // The metrics of a world written by somebody else, which has its own names for them.
    'bench/worlds/fault-record.ts',
    'domain/metrics.ts',
    ...textsIn('domain'),
    'simulator/history.ts',
  ]);
  for (const file of ['domain/metrics', 'migration', 'i18n/en/domain', 'i18n/fr/domain', 'simulator/history'])
    expect(rowOf('new measured metric'), file).toContain(file);
});

it('comparators: none is asked for by name, none listed outside the table and its texts', () => {
  expect(naming(COMPARATOR_KEYS, 3)).toEqual(['domain/alerting/comparators.ts', ...textsIn('conditions')]);
  const comparison = new RegExp(`[!=]==\\s*'(${COMPARATOR_KEYS.join('|')})'`);
  expect(sources.filter(({ code }) => comparison.test(code)).map(({ path }) => path)).toEqual([]);
  expect(comparison.test(`comparator === 'varies'`)).toBe(true);
  for (const file of ['domain/alerting/comparators', 'i18n/en/conditions', 'i18n/fr/conditions'])
    expect(rowOf('new comparator'), file).toContain(file);
});

it('fields of the configuration: all of them stand in the table and its texts', () => {
  expect(naming(CONFIGURATION_KEYS, 12)).toEqual([
    'domain/box/box-configuration.ts',
    ...textsIn('configuration'),
  ]);
  for (const file of ['domain/box/box-configuration', 'i18n/en/configuration', 'i18n/fr/configuration'])
    expect(rowOf('new configuration field'), file).toContain(file);
});

it('channels: all of them stand in the table, its texts and the list of providers', () => {
  const keys = Object.keys(CHANNELS);
  expect(naming(keys, keys.length)).toEqual([
    'domain/notifications/channels.ts',
    ...textsIn('channels'),
    'server/features/notifications/sending/channel-providers.ts',
  ]);
  const rows = sources.filter(({ code }) => /\b(WEBHOOK_FORMAT_KEYS|recognizedFormat)\b/.test(code));
  // The address formats of a channel are read from its row.
  expect(rows.map(({ path }) => path).sort()).toEqual([
    'domain/notifications/own-addresses.ts',
    'domain/notifications/webhook-formats.ts',
  ]);
  for (const file of ['domain/notifications/channels', 'channel-providers', 'en/channels', 'fr/channels'])
    expect(rowOf('new way of telling people'), file).toContain(file);
});

it('formats of exports: all of them stand in the table and the list of writers', () => {
  // What reads files says so in words and by their names, which list nothing.
  const listing = (code: string) =>
    FILE_FORMAT_KEYS.every((key) => named(code.replace(/'[^'\n]*[ .][^'\n]*'|`[^`]*`/g, "''"), key));
  expect(sources.filter(({ code }) => listing(code)).map(({ path }) => path)).toEqual([
    'domain/file-formats.ts',
  ]);
  for (const list of [`['csv', 'xlsx']`, '{ csv: 1, xlsx: 2 }']) expect(listing(list), list).toBe(true);
  expect(listing(`['boxes.csv', 'a CSV or .xlsx']`)).toBe(false);
  const writers = sources.find(({ path }) => path === 'server/platform/tables/writers.ts');
  for (const key of FILE_FORMAT_KEYS) expect(writers?.code).toMatch(new RegExp(`function\\* ${key}\\(`));
  for (const file of ['domain/file-formats', 'server/platform/tables/writers'])
    expect(rowOf('new format of exports'), file).toContain(file);
});

it('resources of the API: each contract stands in the one list, and nothing else lists them', () => {
  const contracts = sources.filter(
    ({ path, code }) => path.startsWith('contracts/api/') && /\bendpoint\(/.test(code),
  );
  const list = sources.find(({ path }) => path === 'contracts/api/index.ts')?.code ?? '';
  const names = contracts.map(({ path }) => path.replace('contracts/api/', ''));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !list.includes(`await import('./${name}')`))).toEqual([]);
  const listing = sources.filter(({ code }) => {
    const imported = names.filter((name) => code.includes(`api/${name.replace('.ts', '')}'`));
    return imported.length > names.length / 2;
  });
  expect(listing.map(({ path }) => path)).toEqual([]);
  for (const file of [
    'contracts/api/index',
    'server/modules',
    'scripts/checks/order',
    'server/schema',
    'migration',
  ])
    expect(rowOf('new API resource'), file).toContain(file);
});

it('faults: all of them stand in the list, their methods and their texts; steps name none', () => {
  // Most findings are named after their fault.
  expect(naming(FAULTS, 15)).toEqual(['domain/faults/detect.ts', ...textsIn('diagnostics')]);
  expect(naming(FINDING_KEYS, 15)).toEqual([
    // Faults that the bench simulates: other faults have no accuracy figures.
    'bench/diagnostics/kinds.ts',
    'bench/worlds/fault-cases.ts',
    'domain/faults/detect.ts',
    ...textsIn('diagnostics'),
  ]);
  for (const fault of FAULTS) {
    const folder = `domain/faults/${fault.replaceAll('_', '-')}`;
    expect(existsSync(`${ROOT}${folder}/fault.ts`), folder).toBe(true);
    expect(existsSync(`${ROOT}${folder}/method.test.ts`), folder).toBe(true);
  }
  for (const file of [
    'fault.ts',
    'method.ts',
    'domain/faults/list',
    'domain/faults/detect',
    'en/diagnostics',
    'fr/diagnostics',
  ])
    expect(rowOf('new fault'), file).toContain(file);
});

it('kinds of work: those that people choose stand in the table and its texts', () => {
  const kinds = new RegExp(`^\\s*(${CHOSEN_KINDS.join('|')}): `, 'm');
  expect(sources.filter(({ code }) => kinds.test(code)).map(({ path }) => path)).toEqual([
    'domain/work/kinds.ts',
  ]);
  for (const file of ['domain/work/kinds', 'en/work', 'fr/work'])
    expect(rowOf('new kind of work order'), file).toContain(file);
});

it('screens: their paths stand in the table alone', () => {
  const paths = SCREEN_KEYS.map((key) => screenOf(key).path.split('/:')[0]!).filter((path) => path !== '/');
  const literal = new RegExp(`['"\`](${paths.join('|')})['"\`/?#]`);
  const naming = sources.filter(({ path, code }) => path.startsWith('web/') && literal.test(code));
  expect(naming.map(({ path }) => path).sort()).toEqual([
    // URLs of the API, and of the files of the map.
    'web/app/gallery/stand-in.ts',
    'web/lib/screens.ts',
    'web/map/ground/atlas.ts',
  ]);
  expect(rowOf('new screen')).toContain('web/lib/screens');
});

it('resources: what tells of its changes says how it is loaded, or its events would go to nobody in silence', () => {
  // Measures are read by time span; groups change with their members, who are informed.
  const others: readonly string[] = ['measures', 'groups'];
  const loaded = sources.flatMap(({ code }) =>
    [...code.matchAll(/registerLoader\(\s*'(\w+)'/g)].map(([, entity]) => entity),
  );
  expect(loaded.toSorted()).toEqual(EVENT_ENTITIES.filter((one) => !others.includes(one)).toSorted());
});
