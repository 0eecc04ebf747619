import { expect, test } from 'vitest';
import { referenceEdit } from './order-change.ts';

test('a reference replaces what its writer knew, and nothing that somebody else stored meanwhile', () => {
  expect(referenceEdit('', 'WO-1', [''])).toEqual({ external_reference: 'WO-1' });
  expect(referenceEdit('WO-1', '', ['WO-1'])).toEqual({ external_reference: null });
  expect(referenceEdit('WO-2', 'WO-1', [''])).toBe('overtaken');
  // With "Save mine over it" the user has seen the other one.
  expect(referenceEdit('WO-2', 'WO-1', ['', 'WO-2'])).toEqual({ external_reference: 'WO-1' });
  // The same text from both is no conflict.
  expect(referenceEdit('WO-1', 'WO-1', [''])).toEqual({ external_reference: 'WO-1' });
});
