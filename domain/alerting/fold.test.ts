import { describe, expect, it } from 'vitest';
import type { SamiLevel } from '../sami.ts';
import type { Condition } from './condition.ts';
import { CLEAR_EPISODE } from './episode.ts';
import { fold, windowStart } from './fold.ts';
import { rehearse } from './rehearse.ts';
import {
  buildCondition,
  buildFoldCondition,
  clock,
  each,
  HOUR,
  MINUTE,
  minutes,
  run,
  START,
} from './testing.ts';

const WORKED = each('temperature', [10, 20, 31, 32, 33, 29, 34]);
const sami = (level: SamiLevel): Condition['actions'] => [{ type: 'sami', level }];
const events = (result: ReturnType<typeof run>) =>
  result.effects.map((effect) => `${clock(effect.at)} ${effect.conditionId} ${effect.type}`);

describe('worked example: temperature gt 30, P = 0', () => {
  const result = run(WORKED, [buildCondition()]);
  it('is one alert, opened 00:20, cleared 00:50, going on at 01:00, 4 occurrences', () => {
    expect(events(result)).toEqual([
      '00:20 1 open',
      '00:20 1 act',
      '00:30 1 touch',
      '00:40 1 touch',
      '00:50 1 clear',
      '01:00 1 reopen',
    ]);
    expect(result.alerts).toHaveLength(1);
    expect(result.alerts[0]).toMatchObject({
      opened: { at: START + 20 * MINUTE, value: 31 },
      lastAt: START + HOUR,
      lastValue: 34,
      occurrences: 4,
      clearedAt: null,
    });
  });
  it('runs its action once', () => {
    expect(result.alerts[0]!.actedAt).toEqual([START + 20 * MINUTE]);
  });
});

describe('fold', () => {
  it('a value that hovers at its limit acts once an hour', () => {
    // Three changes an hour: the seventh within a day is notified as flapping.
    const values = Array.from({ length: 10 }, (_, i) => (i % 4 < 2 ? 31 : 29));
    const result = run(each('temperature', values, 30), [buildCondition()]);
    expect(result.alerts).toHaveLength(1);
    expect(result.alerts[0]!.actedAt.map(clock)).toEqual(['00:00', '02:00', '04:00']);
  });

  it('does not judge what was judged, but counts it in windows', () => {
    const result = run(WORKED, [buildCondition({ period: minutes(20) })], {
      judgedUntil: START + 30 * MINUTE,
    });
    expect(events(result)).toEqual(['00:40 1 open', '00:40 1 act', '00:50 1 clear']);
    expect(result.judgements).toBe(3);
    expect(result.judgedUntil).toBe(START + HOUR);
  });

  it('a condition that began later judges only what was received since', () => {
    const points = WORKED.map((point) => ({ ...point, receivedAt: point.time + MINUTE }));
    const conditions = [
      buildFoldCondition(buildCondition(), 1),
      buildFoldCondition(buildCondition({ period: minutes(20) }), 2, { startedAt: START + 31 * MINUTE }),
    ];
    const result = fold({ points, judgedUntil: 0, sami: 'satisfactory', conditions });
    expect(events(result).filter((event) => event.includes(' 2 '))).toEqual([
      '00:40 2 open',
      '00:40 2 act',
      '00:50 2 clear',
    ]);
  });

  it('knows the AERO’s oldest datapoint from outside the points given', () => {
    const points = WORKED.slice(2, 4);
    const condition = buildCondition({ period: minutes(20) });
    expect(run(points, [condition]).effects).toEqual([]);
    expect(events(run(points, [condition], { firstTime: START, judgedUntil: START + 20 * MINUTE }))[0]).toBe(
      '00:30 1 open',
    );
  });

  it('an archived alert that was still firing clears, and the next is a new one', () => {
    const firing = {
      ...CLEAR_EPISODE,
      state: 'firing',
      since: START,
      attached: true,
      lastActionAt: START,
    } as const;
    const condition = buildFoldCondition(buildCondition(), 1, { episode: firing, alertOpen: false });
    const result = fold({
      points: each('temperature', [31, 29, 32]),
      judgedUntil: 0,
      sami: 'satisfactory',
      conditions: [condition],
    });
    expect(events(result)).toEqual(['00:00 1 touch', '00:10 1 clear', '00:20 1 open', '00:20 1 act']);
    expect(
      result.alerts.map((alert) => [alert.opened?.at ?? null, alert.occurrences, alert.clearedAt]),
    ).toEqual([
      [null, 1, START + 10 * MINUTE],
      [START + 20 * MINUTE, 1, null],
    ]);
  });
});

describe('SAMI', () => {
  it('an unsatisfactory AERO opens nothing', () => {
    const result = run(WORKED, [buildCondition()], { sami: 'unsatisfactory' });
    expect(result.effects).toEqual([]);
    expect(result.episodes.get(1)).toMatchObject({ state: 'firing', attached: false });
  });

  it('raised again, only what becomes true from then on opens', () => {
    const first = run(WORKED.slice(0, 4), [buildCondition()], { sami: 'unsatisfactory' });
    const conditions = [buildFoldCondition(buildCondition(), 1, { episode: first.episodes.get(1)! })];
    const second = fold({
      points: WORKED,
      judgedUntil: first.judgedUntil,
      sami: 'improvement_needed',
      conditions,
    });
    expect(events(second)).toEqual(['01:00 1 open', '01:00 1 act']);
  });

  it('a rule sets the level, with itself as the reason; muted from the next datapoint on', () => {
    const conditions = [
      buildCondition({ actions: sami('unsatisfactory') }),
      buildCondition({ value: 30.5 }),
      buildCondition({ value: 31.5 }),
    ];
    const result = run(WORKED, conditions);
    expect(result.sami).toBe('unsatisfactory');
    expect(result.samiChanges).toEqual([
      { at: START + 20 * MINUTE, from: 'satisfactory', to: 'unsatisfactory', conditionId: 1 },
    ]);
    expect(events(result).filter((event) => event.endsWith(' open'))).toEqual([
      '00:20 1 open',
      '00:20 2 open',
    ]);
    expect(result.alerts[0]!.occurrences).toBe(4);
  });

  it.each([
    [['improvement_needed', 'unsatisfactory'], 'unsatisfactory', 2],
    [['unsatisfactory', 'improvement_needed'], 'unsatisfactory', 1],
    [['meets_expectations', 'improvement_needed'], 'improvement_needed', 2],
  ] as [SamiLevel[], SamiLevel, number][])(
    'two rules at the same T, %j: the worse wins',
    (levels, expected, by) => {
      const result = run(
        WORKED.slice(0, 3),
        levels.map((level) => buildCondition({ actions: sami(level) })),
      );
      expect(result.samiChanges.map((change) => [change.to, change.conditionId])).toEqual([[expected, by]]);
    },
  );

  it('a level it already has is no change', () => {
    expect(run(WORKED, [buildCondition({ actions: sami('satisfactory') })]).samiChanges).toEqual([]);
  });
});

describe('rehearse', () => {
  it('says what would have been opened, where and when', () => {
    const { alerts } = rehearse([buildCondition()], { aero: 7, points: WORKED }, START - 1, START + HOUR);
    expect(alerts).toEqual([
      {
        aero: 7,
        condition: 0,
        openedAt: START + 20 * MINUTE,
        value: 31,
        lastAt: START + HOUR,
        lastValue: 34,
        occurrences: 4,
        clearedAt: null,
        actedAt: [START + 20 * MINUTE],
        flapping: false,
        stretches: [
          { from: START + 20 * MINUTE, to: START + 50 * MINUTE },
          { from: START + HOUR, to: null },
        ],
      },
    ]);
  });
  it('says which conditions never got a verdict, and why', () => {
    const never = buildCondition({ metric: 'displacement_time', period: minutes(20) });
    const long = buildCondition({ period: minutes(600) });
    const { verdicts } = rehearse(
      [buildCondition(), never, long],
      { aero: 7, points: WORKED },
      0,
      START + HOUR,
    );
    expect(verdicts).toEqual([
      { judged: 7, notJudged: null },
      { judged: 0, notJudged: 'window_empty' },
      { judged: 0, notJudged: 'window_not_full' },
    ]);
  });
  it('opens nothing while SAMI was set so that it is muted, and opens afterwards', () => {
    const past = (samiSet: { at: number; level: SamiLevel }[]) =>
      rehearse([buildCondition()], { aero: 7, points: WORKED, samiSet }, START - 1, START + HOUR).alerts.map(
        ({ openedAt }) => clock(openedAt),
      );
    const muted = { at: START + 5 * MINUTE, level: 'unsatisfactory' } as const;
    expect(past([])).toEqual(['00:20']);
    expect(past([muted])).toEqual([]);
    expect(past([muted, { at: START + 55 * MINUTE, level: 'satisfactory' }])).toEqual(['01:00']);
  });
  it('stops at the end of its range', () => {
    const { alerts } = rehearse(
      [buildCondition()],
      { aero: 7, points: WORKED },
      START - 1,
      START + 25 * MINUTE,
    );
    expect(alerts[0]).toMatchObject({ occurrences: 1, lastAt: START + 20 * MINUTE });
  });
});

it('loads the longest window', () => {
  const conditions = [buildCondition({ period: minutes(20) }), buildCondition({ period: minutes(90) })];
  expect(windowStart(conditions, START)).toBe(START - 90 * MINUTE);
  expect(windowStart([], START)).toBe(START);
});
