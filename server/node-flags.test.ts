import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_FLAGS } from './node-flags.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test.each([
  ['package.json', `node ${NODE_FLAGS.join(' ')} server/start.ts`],
  ['deploy/aerowatch.service', `node ${NODE_FLAGS.join(' ')} server/start.ts`],
  ['deploy/Containerfile', JSON.stringify(['node', ...NODE_FLAGS, 'server/start.ts']).replaceAll(',', ', ')],
])('%s starts the server with its flags', (path, words) => expect(read(path)).toContain(words));
