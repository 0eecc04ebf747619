import { array, assert, constant, double, integer, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdedStrokes, type Drawing, type Stroke } from './crowded-strokes.ts';

/** Ten rows of time are one pixel wide, a value is its own height in tenths. */
const drawn = (
  values: readonly (number | null | undefined)[],
  times: readonly number[] = values.map((_, row) => row),
): Drawing =>
  crowdedStrokes(
    {
      times,
      values,
      xOf: (time) => Math.round(time / 10),
      yOf: (value) => Math.round(value * 10),
      endOf: (x) => (x + 0.5) * 10,
    },
    0,
    values.length - 1,
  );
const strokesOf = (...args: Parameters<typeof drawn>) => drawn(...args).strokes;
const columnOf = (row: number) => Math.round(row / 10);
const covers = ([fromX, fromY, toX, toY]: Stroke, x: number, y: number) =>
  fromX === x && toX === x && Math.min(fromY, toY) <= y && y <= Math.max(fromY, toY);
const touch = (a: Stroke, b: Stroke) =>
  b[0] - a[2] <= 1 &&
  Math.max(Math.min(a[1], a[3]), Math.min(b[1], b[3])) <=
    Math.min(Math.max(a[1], a[3]), Math.max(b[1], b[3]));

const someValues = array(
  oneof(
    { weight: 12, arbitrary: double({ min: -50, max: 50, noNaN: true }) },
    { weight: 1, arbitrary: constant(null) },
    { weight: 2, arbitrary: constant(undefined) },
  ),
  { minLength: 1, maxLength: 200 },
);

describe('strokes of a crowded curve', () => {
  test('every value is under a stroke: no spike is hidden', () =>
    assert(
      property(someValues, (values) => {
        const strokes = strokesOf(values);
        values.forEach((value, row) => {
          if (value == null) return;
          expect(strokes.some((stroke) => covers(stroke, columnOf(row), Math.round(value * 10)))).toBe(true);
        });
      }),
    ));
  test('a curve without a silence is one line: each stroke touches the one before', () =>
    assert(
      property(array(integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 200 }), (values) => {
        const strokes = strokesOf(values);
        strokes.slice(1).forEach((stroke, at) => {
          expect(touch(strokes[at]!, stroke)).toBe(true);
        });
      }),
    ));
  test('no stroke reaches from one side of a silence to the other', () =>
    assert(
      property(integer({ min: 1, max: 60 }), integer({ min: 1, max: 60 }), (before, silence) => {
        const values = [
          ...new Array<number>(before).fill(1),
          ...new Array<null>(silence).fill(null),
          ...new Array<number>(30).fill(9),
        ];
        const { strokes, silences } = drawn(values);
        const [ends, begins] = [columnOf(before - 1), columnOf(before + silence)];
        expect(silences).toEqual(begins > ends ? [[ends, begins]] : []);
        for (const [fromX, fromY, toX, toY] of strokes) {
          expect(toX).toBe(fromX);
          // Only where both ends fall into the same column of pixels may one stroke cover both.
          if (fromY !== toY) expect(ends).toBe(begins);
        }
      }),
    ));
  test('a value between two silences is still drawn', () =>
    expect(drawn([1, null, 3, null, 2], [0, 20, 40, 60, 80])).toEqual({
      strokes: [
        [0, 10, 0, 10],
        [4, 30, 4, 30],
        [8, 20, 8, 20],
      ],
      silences: [
        [0, 4],
        [4, 8],
      ],
    }));
  test('columns that are apart are joined by a slanted stroke, over rows of other curves too', () =>
    expect(strokesOf([1, 2, undefined, 5], [0, 1, 30, 60])).toEqual([
      [0, 10, 0, 20],
      [0, 20, 6, 50],
      [6, 50, 6, 50],
    ]));
  test('a step between two columns is closed in the second', () =>
    expect(strokesOf([1, 7], [0, 10])).toEqual([
      [0, 10, 0, 10],
      [1, 10, 1, 70],
    ]));
});
