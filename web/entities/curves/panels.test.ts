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
