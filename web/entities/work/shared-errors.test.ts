import { expect, test } from 'vitest';
import { sharedErrors } from './shared-errors.ts';

test('what the server says of one of the orders stands at the field all share; what has no field is said too', () => {
  const other = ['Not of this client'];
  expect(
    sharedErrors({ orders: { 0: { assignee: other }, 3: { assignee: other, due_on: ['In the past'] } } }),
  ).toEqual({ fields: { assignee: 'Not of this client', due_on: 'In the past' }, rest: [] });
  expect(sharedErrors({ orders: { 0: { box: ['No such box'] }, 1: { box: ['No such box'] } } })).toEqual({
    fields: {},
    rest: ['No such box'],
  });
  expect(sharedErrors({ orders: ['Too many'] }).rest).toEqual(['Too many']);
});
