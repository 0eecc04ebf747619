import { expect, it } from 'vitest';
import { type GaugeFacts, layoutOf } from './gauge-layout.ts';

const facts: GaugeFacts = {
  travel: { stroke: 1000, minOffset: 50, maxOffset: 100 },
  now: 500,
  expected: 520,
  range: [300, 700],
  cold: { temperature: -12, stroke: 40 },
  hot: { temperature: 40, stroke: 1040 },
  unavailable: null,
};

it('lays out stops, margins, the ram and what would be', () => {
  const layout = layoutOf(facts, 1146)!;
  // A cylinder of 120 px, 26 px beside the upper stop: 1 px per mm.
  expect([layout.low, layout.high]).toEqual([120, 1120]);
  expect([layout.lowMargin, layout.highMargin]).toEqual([170, 1020]);
  expect([layout.now, layout.expected, layout.nearness]).toEqual([620, 640, 'free']);
  expect(layout.range).toEqual([420, 820]);
  expect(layout.cold).toEqual({ at: 160, beyond: false, nearness: 'margin' });
  expect(layout.hot).toEqual({ at: 1120, beyond: true, nearness: 'stop' });
});
it('draws what is not known nowhere, and nothing without a model', () => {
  const layout = layoutOf({ ...facts, now: null, expected: null, range: null, cold: null, hot: null }, 300)!;
  expect([layout.now, layout.nearness, layout.expected, layout.range, layout.cold, layout.hot]).toEqual(
    Array(6).fill(null),
  );
  expect(layoutOf({ ...facts, travel: null }, 300)).toBeNull();
});
it('keeps a reading beyond the stops in sight', () => {
  expect(layoutOf({ ...facts, now: 5000 }, 1146)!.now).toBe(1133);
  expect(layoutOf({ ...facts, now: -5000 }, 1146)!.now).toBe(107);
});
