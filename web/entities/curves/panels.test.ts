import { describe, expect, it } from 'vitest';
import { curvePanels, type PanelInput } from './panels.ts';
import type { Curve } from './types.ts';

const column = (values: (number | null)[]) => ({ min: values, max: values, mean: values });
const curve = (aero: number): Curve => ({
  aero,
  time: [0, 600_000],
  count: [1, 1],
  metrics: { stroke: column([254, 508]), temperature: column([0, 100]) },
  expected: [250, 500],
});
const input = (over: Partial<PanelInput>): PanelInput => ({
  curves: { resolution: 'raw', series: [curve(1)] },
  metrics: ['stroke', 'temperature'],
  mode: 'combined',
  unitSystem: 'metric',
  aeroName: (id) => `A${id}`,
  metricName: (metric) => metric,
  expectedName: 'expected',
  ...over,
});

describe('panels of curves', () => {
  it('combined is one area with an axis per metric', () => {
    const panels = curvePanels(input({}));
    expect(panels).toHaveLength(1);
    expect(panels[0]!.series.map((series) => series.scale)).toEqual(['stroke', 'stroke', 'temperature']);
    expect(panels[0]!.inverted).toBeUndefined();
  });
  it('inverted turns every metric but the first upside down', () => {
    expect(curvePanels(input({ mode: 'inverted' }))[0]!.inverted).toEqual(['temperature']);
  });
  it('split has an area per metric', () => {
    expect(curvePanels(input({ mode: 'split' })).map((panel) => panel.key)).toEqual([
      'stroke',
      'temperature',
    ]);
  });
  it('converts curves and limits to the reader’s units', () => {
    const [panel] = curvePanels(
      input({
        unitSystem: 'imperial',
        thresholds: [{ metric: 'temperature', value: 100, label: 'max', color: '#f00' }],
      }),
    );
    expect(panel!.series[0]!.value).toEqual([10, 20]);
    expect(panel!.thresholds![0]!.value).toBe(212);
  });
  it('shows the band of extremes only where points were gathered', () => {
    expect(curvePanels(input({}))[0]!.series[0]!.min).toBeUndefined();
    expect(
      curvePanels(input({ curves: { resolution: 3600, series: [curve(1)] } }))[0]!.series[0]!.min,
    ).toEqual([254, 508]);
  });
});

describe('lines that are told apart', () => {
  const many = (count: number): Curve[] => Array.from({ length: count }, (_, index) => curve(index + 1));
  const linesOf = (panels: ReturnType<typeof curvePanels>) =>
    panels[0]!.series
      .filter((series) => !series.dashed)
      .map(({ color, dash }) => `${color} ${dash?.join(' ') ?? 'solid'}`);

  it('ten by colour, the next by the line too', () => {
    const metrics = ['stroke'] as const;
    const lines = linesOf(curvePanels(input({ metrics, curves: { resolution: 'raw', series: many(30) } })));
    expect(new Set(lines).size).toBe(30);
    expect(new Set(lines.slice(0, 10).map((line) => line.split(' ')[0])).size).toBe(10);
  });
  it('an earlier time has the hue of its AERO, paler, also when there is one AERO', () => {
    const earlierOf = (id: number) => (id < 0 ? -id : null);
    for (const series of [
      [curve(1), curve(-1)],
      [curve(1), curve(2), curve(-2)],
    ]) {
      const drawn = curvePanels(
        input({ metrics: ['stroke'], earlierOf, curves: { resolution: 'raw', series } }),
      )[0]!.series.filter((one) => !one.dashed);
      const past = drawn.at(-1)!;
      expect(past.pale).toBe(true);
      expect(past.color).toBe(drawn.at(-2)!.color);
      expect(drawn.at(-2)!.pale).toBeUndefined();
    }
  });
  it('are gathered by AERO', () => {
    const [panel] = curvePanels(input({ curves: { resolution: 'raw', series: many(2) } }));
    expect(panel!.series.map((series) => series.group!.label + series.group!.name)).toEqual([
      'A1stroke',
      'A1expected',
      'A2stroke',
      'A2expected',
      'A1temperature',
      'A2temperature',
    ]);
  });
});

it('a silence is a gap in what was measured and in what was expected', () => {
  const [panel] = curvePanels(
    input({ metrics: ['stroke'], curves: { resolution: 600, series: [curve(1)] } }),
  );
  expect(panel!.series.map((series) => series.gapAfter)).toEqual([expect.any(Number), expect.any(Number)]);
});
