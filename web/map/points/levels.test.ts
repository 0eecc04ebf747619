import { describe, expect, test } from 'vitest';
import { LAST_GROUPED, Levels } from './levels.ts';

/** Two boxes of one pole, one in the same town, one far away. */
const longitude = [2.35, 2.35, 2.4, 7.75];
const latitude = [48.85, 48.85, 48.86, 48.58];
const sizes = (zoom: number) =>
  new Levels(longitude, latitude)
    .at(zoom)
    .map((group) => group.members.length)
    .sort();

describe('groups at a zoom', () => {
  test('of the world: one', () => expect(sizes(0)).toEqual([4]));
  test('of a country: the town and the other place', () => expect(sizes(6.9)).toEqual([1, 3]));
  test('of a street: what stands at one place', () => expect(sizes(LAST_GROUPED + 0.9)).toEqual([1, 1, 2]));
  test('nearer: each box, but those of one place stay together', () => {
    expect(sizes(LAST_GROUPED + 1)).toEqual([1, 1, 2]);
    expect(sizes(20)).toEqual([1, 1, 2]);
  });
  test('a group falls apart at the first zoom at which it is several', () => {
    const levels = new Levels(longitude, latitude);
    const town = levels.at(6).find((group) => group.members.length === 3)!;
    const zoom = levels.partsAfter(6.4, town);
    expect(levels.at(zoom - 1).some((group) => group.members.length === 3)).toBe(true);
    expect(levels.at(zoom).some((group) => group.members.length === 3)).toBe(false);
  });
  test('a group says whether it is of one place: a few metres are, a street is not', () => {
    const onePlace = (away: number): boolean => {
      const levels = new Levels([2, 2 + away], [48, 48]);
      const [group] = levels.at(5);
      expect(group!.members).toHaveLength(2);
      return levels.isOnePlace(group!);
    };
    expect(onePlace(0)).toBe(true);
    expect(onePlace(0.00005)).toBe(true);
    expect(onePlace(0.001)).toBe(false);
  });
  test('poles of the earth are at the rims of the flat world', () =>
    expect(new Levels([0, 0], [90, -90]).at(20).map(({ y }) => y.toFixed(6).replace('-', ''))).toEqual([
      '0.000000',
      '1.000000',
    ]));
});
