import { CONDITION_METRIC_KEYS, CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { FAULT_ROWS, FAULTS } from '@aerowatch/domain/faults/list';
import { describe, expect, it } from 'vitest';
import { curveMetrics, rangeAround } from './alert-range.ts';

const OPENED = Date.UTC(2026, 10, 23, 7);
const JUMP = Date.UTC(2026, 9, 24, 15);
const iso = (at: number) => new Date(at).toISOString();
const alert = (metric: string, finding: object | null) =>
  ({
    condition: { metric, comparator: 'gt', value: 1, period: { value: 0, unit: 'seconds' } },
    finding,
    opened_at: iso(OPENED),
    cleared_at: null,
    last_at: iso(OPENED + HOUR),
  }) as never;

describe('the curve of an alert', () => {
  it.each(FAULTS)('on the diagnosis %s shows when it began, of what shows it', (fault) => {
    const about = alert('finding', { fault, since: iso(JUMP), noticed: null });
    const { from, to } = rangeAround(about);
    expect(from).toBe(JUMP - 7 * DAY);
    expect(to).toBeGreaterThan(OPENED);
    expect(curveMetrics(about).slice(0, FAULT_ROWS[fault].curve.metrics.length)).toEqual(
      FAULT_ROWS[fault].curve.metrics,
    );
  });
  it.each(CONDITION_METRIC_KEYS)('on %s shows more than what was judged', (metric) => {
    const { from, to } = rangeAround(alert(metric, null));
    const least = CONDITION_METRICS[metric].at === 'measure' ? 6 * HOUR : 7 * DAY;
    expect(OPENED - from).toBeGreaterThanOrEqual(least);
    expect(to).toBeGreaterThan(OPENED + HOUR);
  });
});
