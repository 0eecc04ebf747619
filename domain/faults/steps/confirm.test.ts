import { describe, expect, it } from 'vitest';
import { DAY } from '../../durations.ts';
import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import type { FindingKey } from '../list.ts';
import type { DiagnosticInput } from '../shared/context.ts';
import { dayOf } from '../shared/days/days.ts';
import { samplesOf } from '../shared/days/samples.ts';
import { AERO, buildMeasures, diagnose } from '../testing.ts';
import { confirming } from './confirm.ts';

const FROM = Date.UTC(2026, 0, 1);
const days = Array.from({ length: 20 }, (_, i) => dayOf(FROM + i * DAY, samplesOf([])));
const input = {
  aero: {},
  latitude: null,
  days,
  twin: { aero: {}, days },
  neighbours: days.map(({ start }) => ({ start })),
} as unknown as DiagnosticInput;

const watch = (key: FindingKey): Finding => makeFinding(key, 1, null, 'watch');
/** The remainder of today's finding if measures up to some days ago showed `before`. */
const left = (today: FindingKey, before: FindingKey[], given = input) =>
  confirming(given, () => before.map(watch))(watch(today));

it('a stop follows only from a drift that is confirmed', () => {
  // A wire that creeps towards its stop: on its first day the drift is not confirmed, and moves no stop.
  const at = (days: number) =>
    diagnose({
      points: buildMeasures(days, { creep: (day) => -Math.max(0, day - 30) }),
      aero: AERO,
      latitude: 47,
    }).findings;
  const stated = (days: number) => {
    const all = at(days);
    const drift = all.find(({ key }) => key === 'drift')!;
    return { reason: drift.reason, crept: all.find(({ key }) => key === 'stop_cold')!.details.crept ?? null };
  };
  const first = [54, 55, 56].map(stated).find(({ reason }) => reason === 'not_confirmed');
  expect(first).toEqual({ reason: 'not_confirmed', crept: 0 });
});

describe('a slow fault is confirmed by measures up to some days ago', () => {
  it('is reported if they show it, or another of the ram, too', () => {
    expect(left('drift', ['drift'])).toEqual(watch('drift'));
    expect(left('drift', ['friction'])).toEqual(watch('drift'));
    expect(left('shading', ['shading'])).toEqual(watch('shading'));
  });

  it('is unknown, and says why, if they do not', () => {
    expect(left('drift', [])).toEqual(notEvaluable('drift', null, 'not_confirmed'));
    expect(left('drift', ['shading'])).toMatchObject({ verdict: 'unknown' });
    expect(left('shading', ['panel_trend'])).toMatchObject({ verdict: 'unknown' });
  });

  it('does not wait where waiting is dangerous', () => {
    for (const key of ['break', 'burst', 'seized', 'leak', 'stuck_sensor', 'stop_cold'] as const)
      expect(left(key, [])).toEqual(watch(key));
  });

  it('asks of something sudden only if it lies further back than it takes to see it', () => {
    const since = (ago: number, verdict: 'watch' | 'bad' = 'watch') =>
      confirming(input, () => [])({ ...watch('break'), verdict, since: FROM + (19 - ago) * DAY }).verdict;
    expect([since(0), since(6), since(8), since(15)]).toEqual(['watch', 'watch', 'unknown', 'unknown']);
    expect(since(15, 'bad')).toBe('bad');
  });

  it('stays as long as it shows, once it was reported', () => {
    const known = { ...input, reported: [watch('drift')] };
    expect(left('drift', [], known)).toEqual(watch('drift'));
    expect(left('shading', [], known)).toMatchObject({ verdict: 'unknown' });
  });

  it('reads the earlier measures of the AERO, its twin and its neighbours, once for each length of time', () => {
    const seen: DiagnosticInput[] = [];
    const confirm = confirming(input, (earlier) => {
      seen.push(earlier);
      return [];
    });
    for (const key of ['drift', 'friction', 'shading'] as const) confirm(watch(key));
    confirm(makeFinding('panel_trend', 0, null, 'good'));
    const last = (one: DiagnosticInput) =>
      [one.days, one.twin!.days, one.neighbours!].map((list) => (list.at(-1)!.start - FROM) / DAY);
    // The newest day, 19, is incomplete: three days ago the newest was 16, a week ago 12.
    expect(seen.map(last)).toEqual([
      [16, 16, 16],
      [12, 12, 12],
    ]);
  });
});
