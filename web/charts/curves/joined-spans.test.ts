import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinedSpans, type Span } from './joined-spans.ts';

it('joins what overlaps or touches, and leaves the rest', () => {
  expect(
    joinedSpans([
      [5, 7],
      [0, 2],
      [1, 3],
      [3, 4],
      [6, 6.5],
    ]),
  ).toEqual([
    [0, 4],
    [5, 7],
  ]);
  expect(joinedSpans([])).toEqual([]);
});

it('covers what the spans covered and nothing else, each moment once', () => {
  const span = fc.tuple(fc.nat(50), fc.nat(20)).map(([from, length]): Span => [from, from + length]);
  fc.assert(
    fc.property(fc.array(span), (spans) => {
      const joined = joinedSpans(spans);
      for (let at = -0.5; at < 75; at += 1) {
        const within = ([from, to]: Span) => from <= at && at <= to;
        expect(joined.filter(within).length).toBe(spans.some(within) ? 1 : 0);
      }
    }),
  );
});
