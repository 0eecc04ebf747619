import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../durations.ts';
import { jumpOf, largerJump } from './jump.ts';
import { nightsOf } from './nights.ts';
import { type Episode, isLeftOutOn, judgeSource } from './source-verdict.ts';
import { daysOfRecords } from './weather-days.ts';

const FIRST = 20_700;
/** Nights of two AEROs with these deviations, after 20 usual ones about `usual`. */
const nights = (offs: readonly number[], usual = 0, aeros = [1, 2]) =>
  [
    ...Array.from({ length: 20 }, (_, i) => usual + 0.5 * ((i % 3) - 1)),
    ...offs.map((off) => usual + off),
  ].flatMap((off, i) => aeros.map((aero) => ({ day: FIRST + i, aero, off })));
const after = (offs: readonly number[]) => (FIRST + 20 + offs.length) * DAY + 8 * HOUR;
const jump = { at: (FIRST + 20) * DAY, off: 4, size: 4 };
const judged = (offs: readonly number[], rest: { usual?: number; aeros?: number[]; jumped?: boolean } = {}) =>
  judgeSource(nights(offs, rest.usual, rest.aeros), [], rest.jumped === false ? null : jump, after(offs));

describe('a source is held against the nights of boxes', () => {
  it.each([
    ['a jump that two nights confirm', [4, 3.5], {}, { off: 3.75, isLeftOut: false }],
    ['three such nights at once', [4, 3.5, 4], {}, { isLeftOut: true }],
    ['a point in the mountains, always 4 °C off', [4, 3.5], { usual: -4 }, { off: 3.75 }],
    ['without a jump, when it is further off', [5.5, 5], { jumped: false }, { off: 5.25 }],
    ['four nights together', [3.9, 3.8, 4, 3.9], { jumped: false }, { isLeftOut: true }],
    ['Fahrenheit, after one night', [25], { jumped: false }, { isLeftOut: true }],
  ] as const)('calls wrong: %s', (_, offs, rest, found) => {
    expect(judged(offs, rest as never)).toMatchObject([{ since: FIRST + 20, until: null, ...found }]);
  });
  it.each([
    ['usual scatter', [1.5, -1.5], {}],
    ['a jump that the nights agree with', [0.5, -0.4], {}],
    ['two bad nights without a jump', [3.5, 3.2], { jumped: false }],
    ['a jump the other way', [-3, -2.5], {}],
    ['a single AERO whose thermometer errs', [6, 6], { aeros: [1], jumped: false }],
  ] as const)('leaves alone: %s', (_, offs, rest) => {
    expect(judged(offs, rest as never)).toEqual([]);
  });
  it('leaves two AEROs alone that contradict each other', () => {
    const list = nights([0, 0]).map((night) =>
      night.day >= FIRST + 20 && night.aero === 2 ? { ...night, off: 8 } : night,
    );
    expect(judgeSource(list, [], jump, after([0, 0]))).toEqual([]);
  });
  it('leaves out at the third night, ends after two sound ones, and learns nothing from it', () => {
    let episodes: Episode[] = [];
    const offs = [4, 4, 4, 4, 4, 4, 0.3, -0.5, 0.2];
    const states = offs.map((_off, i) => {
      const seen = offs.slice(0, i + 1);
      episodes = judgeSource(nights(seen), episodes, jump, after(seen));
      const open = episodes.find(({ until }) => until === null);
      return open ? (open.isLeftOut ? 'left out' : 'said') : 'sound';
    });
    expect(states).toEqual(['sound', 'said', ...Array(5).fill('left out'), 'sound', 'sound']);
    expect(episodes).toMatchObject([{ since: FIRST + 20, until: FIRST + 26, isLeftOut: true }]);
    expect([19, 20, 25, 26].map((day) => isLeftOutOn(episodes, FIRST + day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
  it('ends what has lasted so long that nobody knows what was usual', () => {
    const today = FIRST + 100;
    const open: Episode = { since: today - 75, until: null, isLeftOut: true, off: 5 };
    const list = Array.from({ length: 64 }, (_, i) => today - 64 + i).flatMap((day) =>
      [1, 2].map((aero) => ({ day, aero, off: 5 })),
    );
    expect(judgeSource(list, [open], null, today * DAY + 8 * HOUR)).toMatchObject([{ until: today - 2 }]);
  });
  it('keeps what it said where the nights that came say nothing', () => {
    const day = FIRST + 20;
    const open: Episode = { since: day, until: null, isLeftOut: false, off: 4 };
    const list = [...nights([]), { day, aero: 1, off: 4 }, { day, aero: 2, off: -2 }];
    expect(judgeSource(list, [open], jump, (day + 1) * DAY + 8 * HOUR)).toEqual([open]);
  });
  it('gives no verdict on old nights', () => {
    expect(judgeSource(nights([6, 6]), [], jump, after([6, 6]) + 9 * DAY)).toEqual([]);
  });
});

const place = { latitude: 47, longitude: 0 };
const column = (from: number, hours: number, at: (hour: number) => number) => ({
  start: from,
  temperature: Float64Array.from({ length: hours }, (_, i) => at(from + i)),
  radiation: new Float64Array(hours),
});

it('compares by night only, when the sun warms no device', () => {
  const start = FIRST * 24;
  const air = (hour: number) => 10 + 5 * Math.sin(((hour % 24) - 9) / 3.8);
  const hours = Array.from({ length: 72 }, (_, i) => {
    const hour = (start + i) % 24;
    return { time: (start + i) * HOUR, temperature: air(start + i) + (hour > 6 && hour < 18 ? 6 : 0) };
  });
  const found = nightsOf(
    7,
    hours,
    column(start, 72, (hour) => air(hour) + 2),
    place,
  );
  expect(found.map(({ day }) => day)).toEqual([FIRST - 1, FIRST, FIRST + 1, FIRST + 2]);
  for (const { off, aero } of found) {
    expect(off).toBeCloseTo(2);
    expect(aero).toBe(7);
  }
});

it('measures the jump between two issues over the hours ahead that both have', () => {
  const issue = (issuedAt: number, from: number, to: number, off: number) =>
    daysOfRecords(
      Array.from({ length: (to - from) / HOUR }, (_, i) => ({
        ...place,
        issuedAt,
        validAt: from + i * HOUR,
        temperature: 10 + off,
        radiation: null,
      })),
    );
  const day = FIRST * DAY;
  const before = issue(day, day, day + 4 * DAY, 0);
  expect(jumpOf(before, issue(day + DAY, day, day + 6 * DAY, 4))).toEqual({ at: day + DAY, off: 4, size: 4 });
  expect(jumpOf(before, issue(day + 3.5 * DAY, day + 3.5 * DAY, day + 9 * DAY, 4))).toBeNull();
  expect(jumpOf([], issue(day, day, day + DAY, 4))).toBeNull();
  const [small, large] = [1, 4].map((size) => ({ at: day, off: size, size })) as [typeof jump, typeof jump];
  expect(largerJump(small, large)).toBe(large);
  expect(largerJump(large, small)).toBe(large);
  expect(largerJump(large, { ...small, at: day + 5 * DAY })).toMatchObject({ size: 1 });
});
