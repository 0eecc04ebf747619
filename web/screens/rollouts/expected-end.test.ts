import { MINUTE } from '@aerowatch/domain/durations';
import { describe, expect, test } from 'vitest';
import { expectedEnd, type GoingUpdate } from './expected-end.ts';

const update: GoingUpdate = {
  state: 'running',
  wave: 2,
  waves: 3,
  manual: false,
  at_once: 2,
  boxes: [
    { box: 1, wave: 1, state: 'installed', detail: null },
    { box: 2, wave: 2, state: 'downloading', detail: null },
    { box: 3, wave: 3, state: 'queued', detail: null },
    { box: 4, wave: 3, state: 'queued', detail: null },
    { box: 5, wave: 3, state: 'queued', detail: null },
  ],
};
const minutes = (of: GoingUpdate, upload: (box: number) => number = () => 60) => {
  const end = expectedEnd(of, upload, 0);
  return end === null ? null : end / MINUTE;
};

describe('when an update will be done', () => {
  test('each wave waits for its slowest box, and boxes take turns', () => {
    // Wave 2: one turn of 60 + 10; wave 3: three boxes, two at once, two turns of 120 + 10.
    expect(minutes(update, (box) => (box === 4 ? 120 : 60))).toBe(70 + 2 * 130);
  });
  test('finished boxes no longer count', () => {
    const boxes = update.boxes.map((row) => ({ ...row, state: row.wave < 3 ? 'failed' : row.state }));
    expect(minutes({ ...update, boxes })).toBe(2 * 70);
    expect(minutes({ ...update, boxes: boxes.map((row) => ({ ...row, state: 'installed' })) })).toBeNull();
  });
  test('a box that is offered nothing for now is not waited for, and alone it has no end', () => {
    const heldFrom = (first: number) =>
      update.boxes.map((row) =>
        row.box < first ? row : { ...row, state: 'queued', detail: 'battery_low|3.4' },
      );
    expect(minutes({ ...update, boxes: heldFrom(4) })).toBe(2 * 70);
    expect(minutes({ ...update, boxes: heldFrom(1) })).toBeNull();
    // Reports on a box already updating do not delay the end.
    const rows = update.boxes.map((row) => (row.box === 2 ? { ...row, detail: 'x' } : row)).slice(0, 2);
    expect(minutes({ ...update, boxes: rows })).toBe(70);
  });
  test('no wave follows one in which every box is held', () => {
    const [first, , ...others] = update.boxes;
    const held = [{ ...first!, state: 'queued', detail: 'battery_low|3.4' }, ...others];
    const of = (boxes: GoingUpdate['boxes']) => minutes({ ...update, wave: 1, boxes });
    expect(of(held)).toBeNull();
    expect(of([{ ...first!, box: 9 }, ...held])).toBe(2 * 70);
    expect(of([{ ...first!, box: 9, state: 'offered' }, ...held])).toBe(3 * 70);
  });
  test.each(['waiting', 'paused', 'stopped', 'cancelled', 'done'])('nobody knows while it is %s', (state) =>
    expect(minutes({ ...update, state })).toBeNull(),
  );
  test('nor while a wave is still to be started by hand', () => {
    expect(minutes({ ...update, manual: true })).toBeNull();
    expect(minutes({ ...update, manual: true, boxes: update.boxes.slice(0, 2) })).toBe(70);
  });
});
