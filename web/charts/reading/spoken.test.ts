import { describe, expect, it } from 'vitest';
import type { ChartPanel, ChartSeries } from '../types.ts';
import { spokenReading } from './spoken.ts';

const series = (key: string, label: string): ChartSeries => ({
  key,
  label,
  unit: 'mm',
  decimals: 1,
  color: '#1971c2',
  scale: 'stroke',
  time: [],
  value: [],
});
const panels: ChartPanel[] = [
  { key: 'all', series: [series('1', 'Stroke'), series('2', 'Expected'), series('3', 'Silent')] },
];
const reading = {
  at: Date.UTC(2026, 5, 1, 10),
  values: new Map([
    ['1', { value: 300.25, min: 298, max: 310 }],
    ['2', { value: 301, min: null, max: null }],
    ['3', { value: null, min: null, max: null }],
  ]),
};

describe('what is said of the point under the cursor', () => {
  it('is the moment and the value of each curve that has one', () => {
    const said = spokenReading(reading, panels, new Set(), 'en-GB', 'UTC');
    expect(said).toMatch(/10:00/);
    expect(said).toContain('Stroke 300.3 mm (298.0 … 310.0), Expected 301.0 mm');
    expect(said).not.toContain('Silent');
  });
  it('leaves out what is switched off', () => {
    expect(spokenReading(reading, panels, new Set(['1']), 'en-GB', 'UTC')).not.toContain('Stroke');
  });
});
