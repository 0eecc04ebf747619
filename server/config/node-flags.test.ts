import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_FLAGS } from './node-flags.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test.each([
  ['package.json', `node ${NODE_FLAGS.join(' ')} server/start.ts`],
  ['deploy/aerowatch.service', `node ${NODE_FLAGS.join(' ')} server/start.ts`],
  // Also the container's command: the program of the bundle.
  ['scripts/release/bundle-tree.ts', `${NODE_FLAGS.join(' ')} "$top/server/start.ts"`],
])('%s starts the server with its flags', (path, words) => expect(read(path)).toContain(words));
