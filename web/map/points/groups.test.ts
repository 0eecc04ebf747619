import { array, assert, double, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Group, groupsOf } from './groups.ts';

const grouped = (places: readonly (readonly [number, number])[], reach: number) =>
  groupsOf(
    places.map(([x]) => x),
    places.map(([, y]) => y),
    reach,
  );
const sorted = (members: number[]) => [...members].sort((a, b) => a - b);
const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

describe('groups', () => {
  const coordinate = double({ min: -900, max: 900, noNaN: true });
  const places = array(record({ x: coordinate, y: coordinate }), { maxLength: 120 });
  const each = (check: (groups: Group[], all: { x: number; y: number }[]) => void) =>
    assert(
      property(places, (all) =>
        check(
          groupsOf(
            all.map(({ x }) => x),
            all.map(({ y }) => y),
            60,
          ),
          all,
        ),
      ),
    );

  test('every point is in one group, which stands at the middle of its points', () =>
    each((groups, all) => {
      expect(sorted(groups.flatMap((group) => group.members))).toEqual(all.map((_, index) => index));
      for (const { x, y, members } of groups) {
        const sum = members.reduce(
          (at, member) => [at[0]! + all[member]!.x, at[1]! + all[member]!.y],
          [0, 0],
        );
        expect(x).toBeCloseTo(sum[0]! / members.length, 6);
        expect(y).toBeCloseTo(sum[1]! / members.length, 6);
      }
    }));
  test('two points that stand alone are further apart than the reach', () =>
    each((groups) => {
      const alone = groups.filter((group) => group.members.length === 1);
      alone.forEach((one, at) => {
        for (const other of alone.slice(at + 1)) expect(apart(one, other)).toBeGreaterThan(60);
      });
    }));
  test('no point is in a group that is far from it', () =>
    each((groups, all) => {
      // One reach to the seed, one more to the centre, and the points absorbed by a larger group.
      for (const group of groups)
        for (const member of group.members) expect(apart(group, all[member]!)).toBeLessThan(60 * 4);
    }));

  test('500 points become few', () => {
    const many = Array.from({ length: 500 }, (_, index) => [(index * 97) % 800, (index * 61) % 400] as const);
    expect(grouped(many, 60).length).toBeLessThan(100);
  });
  test('neighbours are not parted; far ones stay alone', () => {
    const groups = grouped(
      [
        [59, 30],
        [61, 30],
        [300, 300],
      ],
      60,
    );
    expect(groups.map((group) => sorted(group.members))).toEqual([[0, 1], [2]]);
    expect(groups[0]).toMatchObject({ x: 60, y: 30 });
  });
  test('a large group takes in the few that were left beside it', () => {
    const crowd = Array.from({ length: 50 }, (_, index) => [index, 0] as const);
    const groups = grouped([...crowd, [70, 0], [71, 0]], 60);
    expect(groups.map((group) => group.members.length)).toEqual([52]);
  });
  test.each([
    ['in a crowd', 1400, 400],
    ['all over', 1e7, 1e7],
    ['at one place', 1, 1],
  ])('100,000 points %s in under 200 ms of processor time', (_name, width, height) => {
    const many = Array.from(
      { length: 100_000 },
      (_, index) => [(index * 7919) % width, (index * 104_729) % height] as const,
    );
    const [x, y] = [many.map(([at]) => at), many.map(([, at]) => at)];
    // Processor time, and the best of several runs: other load on the machine does not count.
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 4; turn++) {
      const before = process.threadCpuUsage();
      expect(groupsOf(x, y, 60).length).toBeGreaterThan(0);
      best = Math.min(best, process.threadCpuUsage(before).user / 1000);
    }
    expect(best).toBeLessThan(200);
  });
});
