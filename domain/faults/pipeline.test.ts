import { describe, expect, it } from 'vitest';
import { gradesOf } from './grades.ts';
import { FINDING_KEYS, type FindingKey } from './list.ts';
import { AERO, buildMeasures, DAY, diagnose, type Faults, START } from './testing.ts';

const DAYS = 60;
function findings(
  faults: Faults = {},
  overrides: Partial<typeof AERO> = {},
  days = DAYS,
  baselineFrom: number | null = null,
) {
  const diagnosis = diagnose({
    points: buildMeasures(days, faults),
    aero: { ...AERO, ...overrides },
    latitude: 47,
    baselineFrom,
  });
  const of = (key: FindingKey) => diagnosis.findings.find((finding) => finding.key === key)!;
  return {
    ...diagnosis,
    of,
    bad: diagnosis.findings.filter((finding) => finding.verdict === 'bad').map((finding) => finding.key),
  };
}

describe('a healthy AERO', () => {
  const healthy = findings();
  it('has every finding, in order, all good except those that cannot be evaluated', () => {
    const keys = healthy.findings.map((finding) => finding.key);
    expect(keys).toEqual(FINDING_KEYS.filter((key) => keys.includes(key)));
    expect(keys.length).toBeGreaterThanOrEqual(19);
    const silent = ['no_twin', 'full_sun'];
    expect(
      healthy.findings.filter(({ verdict, reason }) => verdict !== 'good' && !silent.includes(reason ?? '')),
    ).toEqual([]);
    expect(healthy.verdict).toBe('good');
  });
  it('has the slope α·L', () => {
    expect(healthy.of('health_ratio').value).toBeGreaterThan(0.93);
    expect(healthy.of('health_ratio').value).toBeLessThan(1.05);
    expect(Math.abs(healthy.of('residual').value!)).toBeLessThan(25);
  });
  it('reaches its stops where the geometry puts them', () => {
    // 480 mm of travel from the 500 mm at 15 °C: 15 + 480 / 11.9, minus half the loop.
    expect(healthy.of('stop_hot').value).toBeCloseTo(15 + 480 / 11.9, -1);
    expect(healthy.of('stop_cold').value).toBeCloseTo(15 - 480 / 11.9, -1);
  });
  it('keeps its gas', () => {
    expect(Math.abs(healthy.of('pressure_trend').value!)).toBeLessThan(0.3);
    expect(healthy.of('leak').value).toBeCloseTo(100, 0);
  });
  it('is as healthy mounted the other way round', () => {
    const turned = findings({ sign: -1 });
    expect(turned.verdict).toBe('good');
    expect(turned.of('stop_hot').value).toBeCloseTo(healthy.of('stop_hot').value!, -1);
  });
});

describe('faults', () => {
  it('seized: the ram stands still, the pressure shows a fixed volume', () => {
    const { of } = findings({ seizedFrom: 55 });
    expect(of('seized')).toMatchObject({ verdict: 'bad', details: { confirmed: 'by_pressure' } });
    expect(of('seized').value).toBeLessThan(25);
    // With the ram held, nothing can be said about the gas.
    expect(of('leak')).toMatchObject({ verdict: 'unknown', reason: 'does_not_move' });
    expect(of('stuck_sensor').verdict).toBe('good');
  });
  it.each([30, 50, 70])('seized for %d days is still reported, with its date', (days) => {
    const { of } = findings({ seizedFrom: 75 - days });
    expect(of('seized')).toMatchObject({ verdict: 'bad', fault: 'seized' });
    expect((of('seized').since! - START) / DAY).toBeCloseTo(75 - days, -1);
  });
  it('a few equal strokes are not a seized ram while the gas shows that it moves', () => {
    // Every six hours, with a reading that happened not to change for a day and a half.
    const seldom = (held: boolean, gasHeld: boolean) => {
      const all = buildMeasures(30, gasHeld ? { seizedFrom: 28 } : {}).filter((_, i) => i % 36 === 0);
      const last = all.slice(0, -6).at(-1)!.stroke!;
      const points = all.map((one, i) =>
        held && i >= all.length - 6 ? { ...one, stroke: last + (i % 2) } : one,
      );
      return diagnose({ points, aero: AERO, latitude: 47 }).findings.find(({ key }) => key === 'seized')!;
    };
    expect(seldom(true, false).verdict).not.toBe('bad');
    expect(seldom(false, true)).toMatchObject({ verdict: 'bad', details: { confirmed: 'by_pressure' } });
  });
  it('a pressure sensor of coarse resolution that repeats its value is not stuck', () => {
    const coarse = (measure: { pressure: number | null }) => ({
      pressure: Math.round(measure.pressure! / 4) * 4,
    });
    expect(findings({ sensed: coarse }).of('stuck_sensor').verdict).toBe('good');
  });
  it('leak: 0.15 % a day', () => {
    const { of } = findings({ gas: (day) => 1 - 0.0015 * day });
    expect(of('pressure_trend').value).toBeGreaterThan(-5.5);
    expect(of('pressure_trend').value).toBeLessThan(-3.8);
    expect(of('leak')).toMatchObject({ verdict: 'bad' });
    // The pressure shows 87 % of the loss, as the ram draws in.
    expect(of('leak').value).toBeGreaterThan(90.5);
    expect(of('leak').value).toBeLessThan(93);
    expect(of('seized').verdict).toBe('good');
  });
  it('a leak is found without a length too', () => {
    const { of } = findings(
      { gas: (day) => (day < 30 ? 1 : 1 - 0.003 * (day - 30)) },
      { regularized_length: null },
    );
    expect(of('leak')).toMatchObject({ verdict: 'bad', fault: 'leak' });
    expect(of('health_ratio')).toMatchObject({
      evaluable: false,
      reason: 'no_length',
      verdict: 'unknown',
      value: null,
    });
  });
  it.each([
    [0.015, 'good'],
    [0.04, 'good'],
    [0.08, 'watch'],
    [0.13, 'bad'],
  ])('friction of %d widens the loop', (share, expected) => {
    const { value, verdict } = findings({ friction: share }).of('friction');
    expect(value).toBeGreaterThan(100 * share * 0.75 - 0.5);
    expect(value).toBeLessThan(100 * share * 1.25 + 0.5);
    expect(verdict).toBe(expected);
  });
  it('creep: 1.5 mm a day', () => {
    const { of } = findings({ creep: (day) => 1.5 * day });
    expect(of('drift').value).toBeGreaterThan(1);
    expect(of('drift').value).toBeLessThan(2);
    expect(of('drift')).toMatchObject({ verdict: 'bad', fault: 'creep' });
    expect(of('stroke_sensor_drift').verdict).toBe('good');
    expect(of('leak').verdict).not.toBe('bad');
    // The stop is given for the present position, not for the one before it crept.
    const { crept } = of('stop_hot').details;
    expect(crept).toBeGreaterThan(60);
    const sooner = findings({}).of('stop_hot').value! - of('stop_hot').value!;
    expect(sooner).toBeGreaterThan(Number(crept) / 11.5 - 2);
    expect(sooner).toBeLessThan(Number(crept) / 11.5 + 2);
  });
  it('the gas tells a drift of the stroke sensor from creep', () => {
    const { of } = findings({
      sensed: (m, day) => ({ stroke: Math.round(m.stroke! + 0.5 * day) }),
    });
    expect(of('stroke_sensor_drift').verdict).toBe('watch');
    expect(of('stroke_sensor_drift').value).toBeGreaterThan(0.4);
    expect(of('stroke_sensor_drift').value).toBeLessThan(0.6);
    expect(of('drift')).toMatchObject({ verdict: 'good' });
    expect(of('leak').verdict).toBe('good');
  });
  it.each([0.05, -0.05])('a pressure sensor that drifts by %d bar a day is not a leak', (rate) => {
    const { of } = findings({
      sensed: (m, day) => ({ pressure: Math.round((m.pressure! + rate * day) * 10) / 10 }),
    });
    expect(of('pressure_sensor_drift').verdict).toBe('watch');
    expect(Math.sign(of('pressure_sensor_drift').value!)).toBe(Math.sign(rate));
    expect(of('leak').verdict).toBe('good');
    expect(of('drift').verdict).toBe('good');
  });
  it('a battery of high inner resistance', () => {
    expect(findings({}).of('battery_resistance').value).toBeLessThan(200);
    expect(findings({ ohms: 0.36 }).of('battery_resistance')).toMatchObject({ verdict: 'watch' });
    expect(findings({ ohms: 0.5 }).of('battery_resistance')).toMatchObject({ verdict: 'bad' });
  });
  it('shade at the same hours every day', () => {
    const shade = (m: { time: number }) => (m.time % DAY) / 3_600_000 > 10 && (m.time % DAY) / 3_600_000 < 13;
    const { of } = findings(
      {
        sensed: (m, day) =>
          day > 65 && shade(m) ? { solar_voltage: Math.max(0, m.solar_voltage! - 0.6) } : {},
      },
      {},
      90,
    );
    expect(of('shading')).toMatchObject({ verdict: 'watch' });
    expect(of('shading').value).toBeGreaterThan(60);
  });
  it('a wire that broke, or a sensor stuck, five weeks ago is still reported', () => {
    const broken = findings({
      sensed: (m, day) => (day >= 25 ? { stroke: 3, pressure: m.pressure! - 25 } : {}),
    });
    expect(broken.of('break').verdict === 'bad' || broken.of('burst').verdict === 'bad').toBe(true);
    const { of } = findings({ sensed: (_, day) => (day >= 25 ? { pressure: 101.3 } : {}) });
    expect(of('stuck_sensor')).toMatchObject({ verdict: 'bad', fault: 'pressure_sensor_stuck' });
    expect(of('stuck_sensor').value).toBeCloseTo(35 * 24, -1);
  });
  it('break: a jump that persists', () => {
    const { of, verdict } = findings({ creep: (day) => (day >= 58 ? 300 : 0) });
    expect(of('break')).toMatchObject({
      verdict: 'bad',
      details: { at: expect.closeTo(START + 58 * DAY, -7) },
    });
    expect(of('break').value).toBeGreaterThan(260);
    expect(of('break').value).toBeLessThan(340);
    expect(of('residual').verdict).toBe('good');
    expect(verdict).toBe('bad');
  });
  it('a jump of the stroke without the pressure is its sensor or bracket', () => {
    const { of } = findings({ sensed: (m, day) => (day >= 58 ? { stroke: m.stroke! + 180 } : {}) });
    expect(of('stroke_sensor_step')).toMatchObject({ verdict: 'watch', fault: 'stroke_sensor_step' });
    expect(of('break').verdict).toBe('good');
  });
  it('a step of the pressure without the ram is its sensor, not a leak', () => {
    const { of } = findings({ sensed: (m, day) => (day >= 50 ? { pressure: m.pressure! - 3 } : {}) });
    expect(of('pressure_sensor_step')).toMatchObject({ verdict: 'watch' });
    expect(of('pressure_sensor_step').value).toBeCloseTo(-3, 0);
    expect(of('leak').verdict).toBe('good');
  });
  it('a spike is not a break and does not move the residual', () => {
    const { of } = findings({
      sensed: (m, _, i) => (i === DAYS * 144 - 3 ? { stroke: m.stroke! + 300 } : {}),
    });
    expect(of('break').verdict).toBe('good');
    expect(of('residual').verdict).toBe('good');
    expect(of('spike')).toMatchObject({
      value: 1,
      verdict: 'good',
      details: { last_at: START + (DAYS * 144 - 3) * 600_000 },
    });
  });
  it('many spikes are a fault', () => {
    const { of } = findings({
      sensed: (m, day, i) => (day > 53 && i % 30 === 0 ? { pressure: m.pressure! + 20 } : {}),
    });
    expect(of('spike').verdict).toBe('watch');
    expect(of('leak').verdict).toBe('good');
    // The curve marks the newest outliers, and ends with the last one.
    const { evidence, details } = of('spike');
    expect(evidence?.marks).toHaveLength(20);
    expect(evidence?.marks.at(-1)).toEqual({ at: details.last_at, code: 'outlier' });
    expect(evidence!.from).toBeLessThan(evidence!.marks[0]!.at);
  });
  it('a stuck stroke sensor is not a seized ram', () => {
    const { of } = findings({ sensed: (_, day) => (day >= 57 ? { stroke: 431 } : {}) });
    expect(of('stuck_sensor')).toMatchObject({ verdict: 'bad', details: { sensor: 'stroke' } });
    expect(of('stuck_sensor').value).toBeCloseTo(72, -1);
  });
  it('a stuck temperature sensor', () => {
    const { of } = findings({ sensed: (_, day) => (day >= 58 ? { temperature: 9.7 } : {}) });
    expect(of('stuck_sensor')).toMatchObject({ verdict: 'bad', details: { sensor: 'temperature' } });
    for (const key of ['health_ratio', 'stop_hot', 'friction'] as const)
      expect(of(key)).toMatchObject({ verdict: 'unknown', reason: 'sensor_stuck' });
  });
  it('a stuck pressure sensor, which leaves findings by stroke and temperature as they are', () => {
    const { of, bad } = findings({ sensed: (_, day) => (day >= 55 ? { pressure: 99.4 } : {}) });
    expect(bad).toEqual(['stuck_sensor']);
    expect(of('stuck_sensor').details.sensor).toBe('pressure');
    for (const key of ['leak', 'drift'] as const)
      expect(of(key)).toMatchObject({ verdict: 'unknown', reason: 'sensor_stuck' });
    expect(of('health_ratio').value).toBeCloseTo(1, 1);
    for (const key of ['stop_hot', 'stop_cold', 'friction', 'seized'] as const)
      expect(of(key)).toMatchObject({ verdict: 'good', evaluable: true });
    const halved = findings({ sensed: () => ({ pressure: 99.4 }) }, { regularized_length: 1400 });
    expect(halved.of('health_ratio').details.hint).toBe('check_regularized_length');
  });
  it('near an end stop', () => {
    const { of } = findings({ middle: 800 });
    expect(of('stop_hot').verdict).toBe('bad');
    expect(of('stop_hot').value).toBeCloseTo(15 + 180 / 11.9, -0.5);
    expect(of('stop_cold').verdict).toBe('good');
  });
  it('a length of the whole section entered for the half', () => {
    const { of } = findings({}, { regularized_length: 1400 });
    expect(of('health_ratio').details.hint).toBe('check_regularized_length');
    expect(of('health_ratio').value).toBeCloseTo(0.5, 1);
  });
  it('an ageing battery and a low one', () => {
    // A falling level alone is autumn; a falling level close to its limit is not.
    expect(findings({ battery: (day) => 3.95 - 0.003 * day }).of('battery_trend').verdict).toBe('good');
    expect(findings({ battery: (day) => 4.15 - 0.01 * day }).of('battery_trend').verdict).toBe('watch');
    expect(findings({ battery: () => 3.4 }).of('battery_trend')).toMatchObject({
      verdict: 'bad',
      details: { days_under_limit: 7 },
    });
  });
  it('a soiled panel', () => {
    const { of } = findings({ soiling: (day) => Math.max(0.3, 1 - 0.02 * Math.max(0, day - 40)) }, {}, 90);
    expect(of('panel_trend').verdict).toMatch(/watch|bad/);
    expect(of('panel_trend').value).toBeLessThan(50);
    // It has had less than half of its light for weeks and reaches the limit within a year.
    const { reaches } = of('panel_trend');
    expect(reaches).toMatchObject({ what: 'panel_limit', level: 0.5 });
    expect(reaches!.earliest!).toBeLessThanOrEqual(reaches!.likely!);
  });
  it('no soiled panel where one half of the day keeps its light, or where direct sun leaves it', () => {
    const dimmed = (is: (hour: number) => boolean, to: (day: number) => number) =>
      findings(
        {
          sensed: (m, day) =>
            m.solar_voltage! > 0.5 && is((m.time % DAY) / 3_600_000)
              ? { solar_voltage: m.solar_voltage! + 0.25 * Math.log(to(day)) }
              : {},
        },
        {},
        90,
      ).of('panel_trend').verdict;
    const since = (day: number) => (day > 60 ? 0.4 : 1);
    expect(dimmed(() => true, since)).toMatch(/watch|bad/);
    expect(dimmed((hour) => hour > 12, since)).not.toMatch(/watch|bad/);
    // In spring the evening sun leaves a panel that faces south: from six times the diffuse light, gradually less.
    const sun = (day: number) => Math.max(1, 6 - day / 12);
    expect(dimmed((hour) => hour > 12, sun)).not.toMatch(/watch|bad/);
  });
});

describe('nothing is stated', () => {
  it('without measures', () => {
    const diagnosis = diagnose({ points: [], aero: AERO, latitude: null });
    expect(diagnosis.verdict).toBe('unknown');
    expect(diagnosis.findings.length).toBeGreaterThanOrEqual(19);
    expect(diagnosis.primary).toBeNull();
    expect(
      diagnosis.findings.every(
        (finding) => !finding.evaluable && finding.value === null && finding.reason !== null,
      ),
    ).toBe(true);
  });
  it('on trends from one day', () => {
    const { of } = findings({}, {}, 1);
    for (const key of ['drift', 'pressure_trend', 'battery_trend', 'panel_trend'] as const)
      expect(of(key)).toMatchObject({ evaluable: false, reason: 'too_few_days', verdict: 'unknown' });
  });
  it('on a panel without a visible loss: full sun would hide one', () => {
    for (const key of ['panel_trend', 'shading'] as const)
      expect(findings({}, {}, 90).of(key)).toMatchObject({ verdict: 'unknown', reason: 'full_sun' });
    // An alert on it ends here, as it would never become "good".
    expect(gradesOf(findings({}, {}, 90).findings).unknown).not.toContain('panel_trend');
  });
  it('on a soiled panel once the autumn sun reaches it: it is not called clean', () => {
    const all = buildMeasures(235, { soiling: (day) => (day > 175 ? 0.4 : 1) });
    const states = [205, 220, 230].map((end) => {
      const points = all.filter(({ time }) => time >= START + (end - 90) * DAY && time < START + end * DAY);
      const diagnosis = diagnose({ points, aero: AERO, latitude: 47, longitude: 0 });
      const { verdict, reason } = diagnosis.findings.find(({ key }) => key === 'panel_trend')!;
      // A condition on it is not judged until dirt can be seen again: its alert stays open.
      return [verdict, reason, gradesOf(diagnosis.findings).unknown.includes('panel_trend')];
    });
    expect(states).toEqual([
      ['bad', null, false],
      ['unknown', 'sun_before_panel', true],
      ['unknown', 'sun_before_panel', true],
    ]);
  });
  it('on end stops of an undefined model, and on friction without a tension', () => {
    const { of } = findings({}, { model_type: 7, mechanical_tension: null });
    expect(of('stop_hot').reason).toBe('no_model_stroke');
    expect(of('friction').reason).toBe('no_tension');
  });
  it('on gas lost before a baseline reset', () => {
    const gas = (day: number) => (day < 30 ? 1 - 0.003 * day : 1);
    expect(findings({ gas }, {}, DAYS, START + 30 * DAY).of('leak')).toMatchObject({ verdict: 'good' });
    expect(findings({ gas }, {}, DAYS, START + 30 * DAY).of('leak').value).toBeCloseTo(100, 0);
  });
});
