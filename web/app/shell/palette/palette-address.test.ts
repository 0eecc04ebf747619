import { expect, test } from 'vitest';
import { addressOfResult } from './palette-address.ts';

const found = (type: string, id: number, box: number | null = null) =>
  ({ type, id, box, label: 'A b', detail: '' }) as never;

test('a result leads to a screen of the reader’s level, or nowhere', () => {
  expect(addressOfResult(found('box', 3), 'member')).toBe('/galland-boxes/3');
  expect(addressOfResult(found('pole', 3, 9), 'member')).toBe('/galland-boxes/9');
  expect(addressOfResult(found('aero', 3), 'member')).toBeNull();
  expect(addressOfResult(found('user', 3), 'member')).toBe('/users?q=A%20b');
  expect(addressOfResult(found('user', 3), 'privileged')).toBe('/users/3/edit');
  expect(addressOfResult(found('client', 3), 'privileged')).toBeNull();
  expect(addressOfResult(found('client', 3), 'admin')).toBe('/clients/3/edit');
});
