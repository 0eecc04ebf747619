import { describe, expect, it } from 'vitest';
import { gradesOf } from '../grades.ts';
import { AERO, buildMeasures, DAY, diagnose, START } from '../testing.ts';

/**
 * Findings on the panel from the last 90 of these days; the temperature reads a constant value between two of
 * them.
 */
function panelAfter(days: number, from: number, to: number, soiled = false) {
  const points = buildMeasures(days, {
    sensed: (_, day) => (day >= from && day < to ? { temperature: 12.3 } : {}),
    soiling: (day) => (soiled && day > days - 25 ? 0.4 : 1),
  }).filter(({ time }) => time >= START + (days - 90) * DAY);
  const { findings } = diagnose({ points, aero: AERO, latitude: 47 });
  const [trend, shade] = (['panel_trend', 'shading'] as const).map(
    (key) => findings.find((one) => one.key === key)!,
  );
  return { trend: trend!, shade: shade!, unknown: gradesOf(findings).unknown };
}

describe('a panel beside a stuck temperature sensor', () => {
  it.each([119, 120, 125])('that is clean is not called soiled or shaded (%d days)', (days) => {
    const { trend, shade, unknown } = panelAfter(days, 10, days);
    for (const finding of [trend, shade])
      expect(finding).toMatchObject({ verdict: 'unknown', reason: 'sensor_stuck' });
    // An alert on either stays open until the sensor works again.
    expect(unknown).toEqual(expect.arrayContaining(['panel_trend', 'shading']));
  });
  it('is read from the other days once the sensor is repaired', () => {
    expect(panelAfter(120, 50, 70).trend.verdict).toBe('unknown');
    expect(panelAfter(120, 10, 70).trend.verdict).toBe('unknown');
    expect(panelAfter(120, 55, 65, true).trend.verdict).toMatch(/watch|bad/);
  });
});
