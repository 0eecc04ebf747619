import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PLATFORM = fileURLToPath(new URL('./', import.meta.url));
const NOUNS =
  /box(?:es)?|aeros?|measures?|alerts?|supervisors?|firmwares?|rollouts?|twin|sami|tensioner|stroke/;
/** Also within camelCase and snake_case; `aerowatch` is the name of the program. */
const WORD = new RegExp(`(?<![a-z])(?:${NOUNS.source})(?![a-z])`, 'i');

/** Files that may mention the product, and why. */
const NAMED: Readonly<Record<string, string>> = {
  'database/connection/measure-pool.ts': 'the verb: it measures the pool',
  'database/extensions/arrange-functions.ts': 'which functions read the distributed tables',
  'database/extensions/functions.ts': 'the functions that read the distributed tables',
  'database/extensions/plan.ts': 'which tables are distributed, and by what',
  'database/schema.ts': 'the table of boxes that the broker refused',
  'events/audience.ts': 'the stream of new measures: which AEROs somebody follows',
  'events/delivery.ts': 'the same: new measures are sent to those who follow them',
  'events/events.ts': 'the stream of new measures, which is far too many for change events',
  'events/record.ts': 'the same: what is written for the stream of new measures',
  'events/routes.ts': 'the same: which AEROs an open stream follows',
  'http/console/visits.ts': 'the addresses that are no files of the console',
  'http/console/base-path.ts': 'the first parts of paths that are served',
  'mqtt/embedded/authenticate.ts': 'the protocol: who connects is a box',
  'mqtt/broker.ts': 'the protocol: topics are of a box',
  'mqtt/embedded/broker.ts': 'the protocol',
  'mqtt/embedded/broker-metrics.ts': 'what the metrics count: messages of boxes',
  'mqtt/embedded/connections.ts': 'the protocol: a connection is that of one box',
  'mqtt/embedded/downlinks.ts': 'the log: what waits for a box',
  'mqtt/embedded/refusals.ts': 'the log: boxes that were refused',
  'mqtt/external.ts': 'the protocol',
  'mqtt/external-access.ts': 'the protocol: what a box may publish and follow at a broker of yours',
  'mqtt/external-retained.ts': 'the protocol: what a broker of yours keeps for a box',
  'mqtt/make-broker.ts': 'the protocol',
  'mqtt/store-credentials.ts': 'the secret of a box, by its serial number',
  'mqtt/store-refusals.ts': 'which boxes were refused',
  'mqtt/topics.ts': 'the protocol: `boxes/{serial}/…`',
};

/** Code without comments, which may give examples, split into words: `loadMeasures` is `load Measures`. */
const words = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ');

test('platform has no product word, apart from those files that say why', () => {
  const sources = globSync('**/*.ts', {
    cwd: PLATFORM,
    exclude: ['**/*.test.ts', '**/testing*.ts', '**/testing/**'],
  });
  expect(sources.length).toBeGreaterThan(50);
  const named = sources.filter((path) => WORD.test(words(readFileSync(PLATFORM + path, 'utf8'))));
  expect(named.sort()).toEqual(Object.keys(NAMED).sort());
});

test('the search finds', () => {
  for (const found of ['loadMeasures()', 'aero_id', "'boxes/+'", 'BoxBroker'])
    expect(WORD.test(words(found))).toBe(true);
  for (const other of ['// a box', '/* of an AERO */ x', 'aerowatch_jobs', 'inbox', 'sandboxes'])
    expect(WORD.test(words(other)), other).toBe(false);
});
