import { expect, test } from 'vitest';
import { leavesOf } from './audit-leaves.ts';

test('a change of nested objects is told field by field', () => {
  const changes = {
    name: { from: 'Old', to: 'New' },
    desired: { from: { upload_time: 60, alert: true }, to: { upload_time: 120, alert: true } },
    aeros: { from: { 2: { line: '830000', pole: '1' } }, to: { 2: { line: '752000', pole: '1' } } },
  };
  expect(leavesOf(changes)).toEqual([
    { path: ['name'], from: 'Old', to: 'New' },
    { path: ['desired', 'upload_time'], from: 60, to: 120 },
    { path: ['aeros', '2', 'line'], from: '830000', to: '752000' },
  ]);
});
test('what began or ended tells its fields; lists stay whole', () => {
  expect(leavesOf({ aeros: { from: { 1: { line: 'A' } }, to: { 1: null } } })).toEqual([
    { path: ['aeros', '1', 'line'], from: 'A', to: null },
  ]);
  expect(leavesOf({ tags: { from: [1], to: [1, 2] } })).toEqual([{ path: ['tags'], from: [1], to: [1, 2] }]);
  expect(leavesOf({ client: { from: null, to: 3 } })).toEqual([{ path: ['client'], from: null, to: 3 }]);
});
