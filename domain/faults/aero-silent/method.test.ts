import { describe, expect, it } from 'vitest';
import { HOUR } from '../../durations.ts';
import { daysOf } from '../shared/days/days.ts';
import { AERO, buildMeasures, DAY, diagnose } from '../testing.ts';

const [own, twin] = [buildMeasures(30), buildMeasures(30, {}, 690)];
const newest = own.at(-1)!.time;
const afterHours = (hours: number, other = true) =>
  diagnose({
    points: own,
    aero: AERO,
    latitude: 47,
    ...(other && { twin: { aero: AERO, days: daysOf(twin) } }),
    heard: { own: newest, box: newest + hours * HOUR },
  }).findings.find(({ key }) => key === 'silent')!;

describe('an AERO that stopped while its twin goes on', () => {
  it.each([
    [0, 'good'],
    [23, 'good'],
    [24, 'watch'],
    [6 * 24, 'watch'],
    [7 * 24, 'bad'],
    [9 * 24, 'bad'],
  ] as const)('after %i hours is %s', (hours, verdict) => {
    expect(afterHours(hours)).toMatchObject({ verdict, value: hours, unit: 'h' });
  });
  it('says since when, what to do, and by when, counted from what its box sent last', () => {
    const { fault, since, act, evidence } = afterHours(9 * 24);
    expect({ fault, since }).toEqual({ fault: 'aero_silent', since: newest });
    expect(act).toEqual({ code: 'check_connectors', urgency: 'days', by: newest + 12 * DAY });
    expect(evidence).toMatchObject({ to: newest + 9 * DAY, marks: [{ at: newest, code: 'since' }] });
  });
  it('is not judged of an only AERO', () => {
    expect(afterHours(300, false)).toMatchObject({ verdict: 'unknown', reason: 'no_twin' });
  });
});
