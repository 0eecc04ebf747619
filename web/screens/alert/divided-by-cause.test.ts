import { expect, test } from 'vitest';
import { dividedByCause, MOST } from './divided-by-cause.ts';

const alert = { id: 1, group: '5/movement' };
const ids = (all: readonly { id: number }[]) => all.map(({ id }) => id);

test('an alert of the same cause is found behind more newer ones than are shown', () => {
  const newer = Array.from({ length: MOST + 5 }, (_, at) => ({ id: 100 + at, group: '5/pressure' }));
  const divided = dividedByCause(
    alert,
    [...newer, alert, { id: 2, group: '5/movement' }],
    [{ id: 3, group: '5/movement' }, alert],
  );
  expect(ids(divided.ofCause)).toEqual([2]);
  expect(divided.open).toHaveLength(MOST + 5);
  expect(ids(divided.earlier)).toEqual([3]);
});
