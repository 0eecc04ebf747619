import { describe, expect, it } from 'vitest';
import type { Measure } from '../../metrics.ts';
import { type Finding, isReported } from '../finding.ts';
import type { FindingKey } from '../list.ts';
import { AERO, buildMeasures, DAY, diagnose, type Faults, START } from '../testing.ts';

const PERIOD = 90;

/** The daily findings, where every diagnosis knows what the previous one reported. */
function daily(points: readonly Measure[], from: number, to: number, step = 1): Finding[][] {
  let reported: Finding[] = [];
  const said: Finding[][] = [];
  for (let day = from; day <= to; day += step) {
    const [first, last] = [START + (day - PERIOD) * DAY, START + day * DAY];
    const { findings } = diagnose({
      points: points.filter(({ time }) => time >= first && time < last),
      aero: AERO,
      latitude: 47,
      reported,
    });
    reported = findings.filter(isReported);
    said.push(reported);
  }
  return said;
}
const keys = (findings: readonly Finding[]) => findings.map(({ key }) => key);
const FELL = 20;
/** From well after the fault until well after the first day that the period no longer includes. */
const [FIRST, LAST] = [FELL + 70, FELL + 100];

describe('a fault that nobody repaired', () => {
  it.each<[FindingKey, string, Faults]>([
    ['break', 'a slip of 100 mm', { creep: (day) => (day < FELL ? 0 : 100) }],
    ['break', 'a slip of 300 mm', { creep: (day) => (day < FELL ? 0 : 300) }],
    ['burst', 'gas that burst out', { gas: (day) => (day < FELL ? 1 : 0.7) }],
    ['stuck_sensor', 'a stuck pressure', { sensed: (_, day) => (day < FELL ? {} : { pressure: 98 }) }],
    [
      'stroke_sensor_step',
      'a step of the stroke',
      { sensed: (m, day) => (day < FELL ? {} : { stroke: m.stroke! + 200 }) },
    ],
  ])('%s: %s is reported after the measures from before it are gone, with its date', (key, _, faults) => {
    const said = daily(buildMeasures(LAST, faults), FIRST, LAST, 3);
    const of = said.map((findings) => findings.find((one) => one.key === key));
    expect(of.filter((one) => one === undefined)).toEqual([]);
    const last = of.at(-1)!;
    expect(Math.abs((last.since! - START) / DAY - FELL)).toBeLessThan(2);
    expect([last.verdict, last.confidence]).toEqual([of.at(-2)!.verdict, of.at(-2)!.confidence]);
    expect(last.act?.by === null || last.act!.by! >= START + (LAST - 1) * DAY).toBe(true);
    expect(last.evidence?.to).toBeGreaterThan(START + (LAST - 1) * DAY);
  });
  it('stays while a long outage leaves a few days of measures', () => {
    const points = buildMeasures(60, { creep: (day) => (day < FELL ? 0 : 300) });
    const [before] = daily(points, 40, 40);
    expect(keys(before!)).toContain('break');
    const { findings } = diagnose({
      points: points.filter(({ time }) => time >= START + 57 * DAY),
      aero: AERO,
      latitude: 47,
      reported: before!,
    });
    expect(keys(findings.filter(isReported))).toContain('break');
  });
});

describe('a fault that was repaired', () => {
  const repaired = FELL + 90;
  it.each<[FindingKey, string, Faults]>([
    ['break', 'a slip of 100 mm', { creep: (day) => (day < FELL || day >= repaired ? 0 : 100) }],
    ['burst', 'gas that burst out', { gas: (day) => (day < FELL || day >= repaired ? 1 : 0.7) }],
    [
      'stuck_sensor',
      'a stuck pressure',
      { sensed: (_, day) => (day < FELL || day >= repaired ? {} : { pressure: 98 }) },
    ],
  ])('%s: %s ends with its repair, also after the measures from before it are gone', (key, _, faults) => {
    const points = buildMeasures(repaired + 9, faults);
    const said = daily(points, FELL + 72, repaired + 9, 3);
    const until = said.filter((__, i) => FELL + 72 + 3 * i <= repaired);
    expect(until.filter((findings) => !keys(findings).includes(key))).toEqual([]);
    const last = said.at(-1)!.find((one) => one.key === key && (one.since! - START) / DAY < FELL + 1);
    expect(last).toBeUndefined();
  });
  it('ends within the period too', () => {
    const points = buildMeasures(110, { creep: (day) => (day < FELL || day >= 92 ? 0 : 100) });
    const old = daily(points, 90, 108, 3).map((findings) =>
      findings.some(({ key, since }) => key === 'break' && since! < START + (FELL + 3) * DAY),
    );
    // Three days of measures are enough.
    expect(old.slice(0, 1)).toEqual([true]);
    expect(old.slice(2)).toEqual([false, false, false, false, false]);
  });
  it('a healthy AERO takes nothing from a report that its measures contradict', () => {
    const points = buildMeasures(PERIOD);
    const [slipped] = daily(buildMeasures(40, { creep: (day) => (day < FELL ? 0 : 100) }), 40, 40);
    expect(keys(slipped!)).toContain('break');
    const { findings } = diagnose({ points, aero: AERO, latitude: 47, reported: slipped! });
    expect(keys(findings.filter(isReported))).toEqual([]);
  });
});
