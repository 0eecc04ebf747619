import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
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
test('created and deleted objects show their fields; lists stay whole', () => {
  expect(leavesOf({ aeros: { from: { 1: { line: 'A' } }, to: { 1: null } } })).toEqual([
    { path: ['aeros', '1', 'line'], from: 'A', to: null },
  ]);
  expect(leavesOf({ tags: { from: [1], to: [1, 2] } })).toEqual([{ path: ['tags'], from: [1], to: [1, 2] }]);
  expect(leavesOf({ client: { from: null, to: 3 } })).toEqual([{ path: ['client'], from: null, to: 3 }]);
});
test('a number is left out where the name it stands for is beside it', () => {
  const changes = { assignee: { from: null, to: 3 }, assignee_name: { from: null, to: 'Jo Roux' } };
  expect(leavesOf(changes)).toEqual([{ path: ['assignee_name'], from: null, to: 'Jo Roux' }]);
  expect(leavesOf({ assignee: changes.assignee })).toHaveLength(1);
});
test('of a checklist the lines that were changed are told', () => {
  const checklist = { from: ['☐ photo_before', '☐ read_gauge'], to: ['☐ photo_before', '☑ read_gauge'] };
  expect(leavesOf({ checklist })).toEqual([
    { path: ['checklist'], from: ['☐ read_gauge'], to: ['☑ read_gauge'] },
  ]);
});
test('AEROs of a new box are told one by one, and what is empty on both sides is not', () => {
  const aeros = { from: null, to: [{ position: 2, line: '830000', model_type: 1, serial_number: '' }] };
  expect(leavesOf({ aeros, acts: { from: null, to: [] } })).toEqual([
    { path: ['aeros', '2', 'line'], from: null, to: '830000' },
    { path: ['aeros', '2', 'model_type'], from: null, to: 1 },
  ]);
  expect(leavesOf({ aeros: { from: null, to: [3, 4] } })).toHaveLength(1);
});
test('a secret that replaces another is told, though both are masked', () => {
  const hidden = { cellular_pin: SECRET_MASK, apn: 'same' };
  expect(leavesOf({ desired: { from: hidden, to: hidden } })).toEqual([
    { path: ['desired', 'cellular_pin'], from: SECRET_MASK, to: SECRET_MASK },
  ]);
});
test('a checklist in another order is told whole', () => {
  expect(leavesOf({ checklist: { from: ['a', 'b'], to: ['b', 'a'] } })).toHaveLength(1);
});
