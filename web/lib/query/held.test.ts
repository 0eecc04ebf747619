import { expect, test } from 'vitest';
import { type Held, heldFor, nextHeld, subjectOf } from './held.ts';

const [five, seven] = [subjectOf('usersGet', { id: 5 }), subjectOf('usersGet', { id: 7 })];

test('data of one resource is never shown for another: not while the next loads, nor when it fails', () => {
  let held: Held<string> | null = nextHeld<string>(null, five, undefined);
  expect(heldFor(held, five)).toBeUndefined();
  held = nextHeld(held, five, 'Ada');
  expect(heldFor(held, five)).toBe('Ada');
  // The address changes; there is no answer yet, or none at all.
  held = nextHeld<string>(held, seven, undefined);
  expect(heldFor(held, seven)).toBeUndefined();
  held = nextHeld(held, seven, 'Grace');
  expect(heldFor(held, seven)).toBe('Grace');
  expect(heldFor(held, five)).toBeUndefined();
});
test('the same resource stays while another page or filter of it is read', () => {
  const held = nextHeld(null, five, 'page one');
  expect(heldFor(nextHeld<string>(held, subjectOf('usersGet', { id: 5 }), undefined), five)).toBe('page one');
  expect(subjectOf('usersGet', { id: 5 })).not.toBe(subjectOf('clientsGet', { id: 5 }));
});
