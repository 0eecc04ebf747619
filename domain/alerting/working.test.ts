import { describe, expect, it } from 'vitest';
import { comparatorsOf, conditionOptions, conditionProblems, normalizeCondition } from './condition.ts';
import { type Datapoint, fold } from './fold.ts';
import { rehearse } from './rehearse.ts';
import { at, buildCondition, buildFoldCondition, clock, each, HOUR, minutes, run, START } from './testing.ts';

const fires = (result: ReturnType<typeof run>) =>
  result.effects.filter(({ type }) => type !== 'touch').map(({ type, at: time }) => `${clock(time)} ${type}`);
const hourly = (values: number[]) => each('temperature', values, 60);

describe('recovery', () => {
  it('firing ends only beyond it', () => {
    const points = each('temperature', [31, 29, 28, 31, 27.9, 29, 31]);
    expect(fires(run(points, [buildCondition({ recovery: 28 })]))).toEqual([
      '00:00 open',
      '00:00 act',
      '00:40 clear',
      '01:00 reopen',
      '01:00 act',
    ]);
  });
  it('of a share, of a mean, of too low and of a difference', () => {
    const share = buildCondition({ recovery: 28, percent: 50, period: minutes(20) });
    expect(fires(run(each('temperature', [0, 0, 31, 31, 28, 27, 27]), [share]))).toEqual([
      '00:20 open',
      '00:20 act',
      '01:00 clear',
    ]);
    const mean = buildCondition({ recovery: 25, average: true, period: minutes(20) });
    expect(fires(run(each('temperature', [0, 40, 40, 20, 30, 18]), [mean])).at(-1)).toBe('00:50 clear');
    const low = buildCondition({ comparator: 'lt', value: 5, recovery: 8 });
    expect(fires(run(each('temperature', [4, 6, 8, 8.1]), [low])).at(-1)).toBe('00:30 clear');
    const varies = buildCondition({ comparator: 'varies', value: 10, recovery: 4, period: minutes(20) });
    expect(fires(run(each('temperature', [0, 0, 20, 25, 20, 18]), [varies])).at(-1)).toBe('00:50 clear');
  });
  it('occurrences count what is true alone', () => {
    const [alert] = run(each('temperature', [31, 29, 32]), [buildCondition({ recovery: 20 })]).alerts;
    expect(alert).toMatchObject({ occurrences: 2, lastValue: 32 });
  });
});

describe('hold_clear', () => {
  const held = buildCondition({ hold_clear: { value: 20, unit: 'minutes' } });
  it('firing ends only after so long of not being true', () => {
    expect(fires(run(each('temperature', [31, 29, 29, 31, 29, 29, 29, 31]), [held]))).toEqual([
      '00:00 open',
      '00:00 act',
      '01:00 clear',
      '01:10 reopen',
      '01:10 act',
    ]);
  });
  it('is the same however the stream is cut', () => {
    const points = each('temperature', [31, 29, 29, 29]);
    const first = run(points.slice(0, 2), [held]);
    const again = buildFoldCondition(held, 1, { episode: first.episodes.get(1)!, alertOpen: true });
    const second = fold({ ...first, points, conditions: [again] });
    expect(fires(second)).toEqual(['00:30 clear']);
  });
});

describe('flapping', () => {
  it('the seventh change in a day is told, nothing more until a day of rest', () => {
    // Alternating hourly: changes at 0, 1, … 6 h; then quiet; then again.
    const values = [...[31, 29, 31, 29, 31, 29, 31, 29, 31, 29], ...Array(24).fill(29), 31];
    const result = run(hourly(values), [buildCondition()]);
    const said = fires(result);
    expect(said.filter((one) => / (act|flap|settle)/.test(one))).toEqual([
      '00:00 act',
      '02:00 act',
      '04:00 act',
      '06:00 flap',
      '33:00 settle',
      '34:00 act',
    ]);
    expect(result.alerts[0]).toMatchObject({ flapping: false, flappedAt: [START + 6 * HOUR] });
  });
  it('six changes in a day are none', () => {
    const values = [31, 29, 31, 29, 31, 29, ...Array(30).fill(29)];
    expect(run(hourly(values), [buildCondition()]).alerts[0]!.flapping).toBeUndefined();
  });
  it('a new alert of what still flaps says so, and tells nobody', () => {
    const flapping = run(hourly([31, 29, 31, 29, 31, 29, 31, 29]), [buildCondition()]);
    const archived = buildFoldCondition(buildCondition(), 1, { episode: flapping.episodes.get(1)! });
    const next = fold({ ...flapping, points: [at(600, { temperature: 31 })], conditions: [archived] });
    expect(next.alerts[0]).toMatchObject({ flapping: true, actedAt: [], flappedAt: [] });
    expect(next.alerts[0]!.opened).not.toBeNull();
  });
});

describe('joined by "and"', () => {
  const hot = buildCondition();
  const low = buildCondition({
    metric: 'pressure',
    comparator: 'lt',
    value: 90,
    actions: [{ type: 'sami', level: 'improvement_needed' }],
  });
  const points = [
    at(0, { temperature: 31, pressure: 95 }),
    at(10, { temperature: 32, pressure: 89 }),
    at(20, { temperature: 33 }),
    at(30, { temperature: 20, pressure: 88 }),
  ];
  it('one alert while all hold, each as it was last judged', () => {
    const conditions = [hot, low].map((one, id) => buildFoldCondition(one, id, { joined: 7 }));
    const result = fold({ points, judgedUntil: 0, sami: 'satisfactory', conditions });
    expect(fires(result)).toEqual(['00:10 open', '00:10 act', '00:30 clear']);
    expect(result.alerts).toHaveLength(1);
    expect(result.alerts[0]!.opened).toMatchObject({ value: 32, also: [{ conditionId: 1, value: 89 }] });
    expect(result.sami).toBe('improvement_needed');
  });
  it('a moment counts once, whichever of them gets a value for it later', () => {
    const conditions = [hot, low].map((one, id) => buildFoldCondition(one, id, { joined: 7 }));
    const first = fold({ points, judgedUntil: 0, sami: 'satisfactory', conditions: conditions });
    const later = at(40, { temperature: 31, pressure: 88 });
    const known = conditions.map((one) => ({
      ...one,
      episode: first.episodes.get(one.id)!,
      alertOpen: one.id === 0,
    }));
    const second = fold({
      points: [later],
      judgedUntil: points.at(-1)!.time,
      sami: 'satisfactory',
      conditions: known,
    });
    expect(second.alerts[0]).toMatchObject({ occurrences: 1, lastAt: later.time });
    const third = fold({
      points: [{ ...later, pressure: 87 }],
      judgedUntil: later.time,
      sami: 'satisfactory',
      conditions: known.map((one) => ({
        ...one,
        episode: second.episodes.get(one.id)!,
        again: one.id === 1,
        countedAt: one.id === 0 ? later.time : null,
      })),
    });
    expect(third.alerts[0]).toMatchObject({ occurrences: 0, lastAt: later.time });
  });
  it('the rehearsal says the same', () => {
    const { alerts } = rehearse([hot, low], { aero: 1, points }, START - 1, START + HOUR, true);
    expect(
      alerts.map(({ condition, openedAt, clearedAt }) => [condition, clock(openedAt), clock(clearedAt!)]),
    ).toEqual([[0, '00:10', '00:30']]);
  });
});

describe('what is not measured', () => {
  const moment = (hours: number, overrides: Partial<Datapoint>): Datapoint => ({
    ...at(hours * 60, {}),
    ...overrides,
  });
  const finding = normalizeCondition({
    metric: 'finding',
    comparator: 'gte',
    value: 2,
    period: minutes(0),
    actions: [{ type: 'email' }],
  });
  it('a finding is judged when diagnosed, by the worst or by its name', () => {
    const points = [
      moment(0, { at: 'diagnosis', findings: { leak: 1, seized: 0 } }),
      moment(12, { temperature: 50 }),
      moment(24, { at: 'diagnosis', findings: { leak: 2, seized: 0 } }),
      moment(48, { at: 'diagnosis', findings: { seized: 0 } }),
    ];
    const result = run(points, [finding, { ...finding, finding: 'leak' }]);
    expect(
      result.effects.map(({ conditionId, type, at: time }) => `${conditionId} ${clock(time)} ${type}`),
    ).toEqual(['1 24:00 open', '1 24:00 act', '2 24:00 open', '2 24:00 act', '1 48:00 clear']);
    expect(result.judgements).toBe(6);
  });
  it('silence is judged by the clock alone, and measures by measures', () => {
    const silence = buildCondition({ metric: 'silence', value: 3, period: minutes(0) });
    const points = [
      moment(0, { temperature: 40 }),
      moment(3, { at: 'clock', silence: 3.01 }),
      moment(5, { at: 'clock', silence: 0 }),
    ];
    expect(fires(run(points, [silence]))).toEqual(['03:00 open', '03:00 act', '05:00 clear']);
  });
});

describe('what can be asked for', () => {
  const problem = (overrides: object) =>
    conditionProblems({ ...buildCondition(), ...overrides }).map(
      ({ field, message }) => `${field} ${message}`,
    );
  it('refuses by name what a metric does not use', () => {
    expect(problem({ recovery: 31 })).toEqual(['recovery recovery_side']);
    expect(problem({ comparator: 'eq', recovery: 20 })).toEqual(['recovery not_used']);
    expect(problem({ metric: 'silence', value: 0.5, hold_clear: minutes(1), period: minutes(5) })).toEqual([
      'value between|1|1000',
      'hold_clear not_used',
      'period not_used',
    ]);
    expect(problem({ finding: 'leak' })).toEqual(['finding not_used']);
    expect(problem({ metric: 'finding', value: 1 })).toEqual(['comparator one_of|gte']);
    expect(problem({ metric: 'finding', comparator: 'gte', value: 1, finding: 'rust' })[0]).toMatch(
      /^finding one_of/,
    );
    expect(problem({ metric: 'stop_margin' })).toEqual(['comparator one_of|lte, lt']);
    expect(problem({ hold_clear: { value: 800, unit: 'hours' } })).toEqual(['hold_clear period_too_long|31']);
  });
  it('a form shows what is used, severity is high where the SAMI ends it', () => {
    expect(comparatorsOf('silence')).toEqual(['gt']);
    expect(conditionOptions('finding', 'gte')).toMatchObject({
      finding: true,
      period: false,
      recovery: false,
    });
    expect(buildCondition().severity).toBe('medium');
    expect(buildCondition({ actions: [{ type: 'sami', level: 'unsatisfactory' }] }).severity).toBe('high');
  });
});
