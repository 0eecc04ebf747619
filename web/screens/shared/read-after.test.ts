import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import { expect, test } from 'vitest';
import { noAnswer } from '../../lib/api/result.ts';
import { heldFor } from '../../lib/query/held.ts';
import { readAfter } from './read-after.ts';

const box = { box: { serial_number: 'AW-1' } } as SharedBox;
const came = { ok: true, status: 200, data: box, headers: new Headers(), staleSince: null } as const;

test('data that could not be read again is marked, and stays visible', () => {
  const first = readAfter(undefined, came);
  expect(first).toEqual({ shared: box, failure: null });
  const later = readAfter(first, noAnswer());
  expect(later).toMatchObject({ shared: box, failure: { status: 0 } });
  expect(readAfter(later, came)).toEqual(first);
});
test('another link in the same tab shows nothing of the first, also when it fails', () => {
  const held = { of: 'first', data: readAfter(undefined, came) };
  expect(readAfter(heldFor(held, 'second'), noAnswer()).shared).toBeNull();
});
