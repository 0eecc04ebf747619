import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DISTRIBUTED } from './plan.ts';

const SERVER = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * Writers of measures, packs and rollups: each statement was run on a Citus of three nodes
 * (docs/decisions/0071).
 */
const WRITERS = [
  'features/measures/archive/store-archive.ts',
  'features/measures/archive/store-restored.ts',
  'features/measures/ingest/write/store-fill.ts',
  'features/measures/ingest/write/store-insert.ts',
  'features/measures/ingest/write/store-packs.ts',
  'features/measures/packing/store-packing.ts',
  'features/measures/series/store-rollups.ts',
];
const NAMED = new RegExp(`\\b(from|join|into|using|update)\\s+(${DISTRIBUTED.join('|')})\\b`);

/** Without comments, which may mention measures. */
const statements = (text: string) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, '').replace(/^import .*$/gm, '');

test('distributed tables are named by those who write them; all others read by functions', () => {
  const sources = globSync('**/*.ts', {
    cwd: SERVER,
    exclude: ['**/*.test.ts', 'migrations/**', '**/extensions/**', 'node_modules/**'],
  });
  expect(sources.length).toBeGreaterThan(200);
  const naming = sources.filter((path) => NAMED.test(statements(readFileSync(SERVER + path, 'utf8'))));
  expect(naming.sort()).toEqual(WRITERS);
  // The search can find something.
  expect(NAMED.test(statements('sql`select count(*) from measure_days where true`'))).toBe(true);
  expect(NAMED.test(statements('  // counts from measures'))).toBe(false);
});
