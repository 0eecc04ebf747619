import { describe, expect, it } from 'vitest';
import { isReported } from '../finding.ts';
import { daysOf } from '../shared/days/days.ts';
import { AERO, buildMeasures, DAY, diagnose, type Faults, START } from '../testing.ts';

const DAYS = 90;
const healthy = buildMeasures(DAYS);
const ofPoints = (points: typeof healthy, twin?: typeof healthy) => {
  const { findings } = diagnose({
    points,
    aero: AERO,
    latitude: 47,
    twin: twin && { aero: AERO, days: daysOf(twin) },
  });
  return {
    named: findings.filter(isReported).map(({ key }) => key),
    of: (key: (typeof findings)[number]['key']) => findings.find((one) => one.key === key)!,
  };
};
const after = (faults: Faults) => ofPoints(buildMeasures(DAYS, faults));
const within = (from: number, to: number) => (day: number) => day >= from && day < to;
const moved = (mm: number, is: (day: number) => boolean): Faults => ({
  creep: (day) => (is(day) ? mm : 0),
});
/** The wire came off: the ram is at an end, and the pressure falls. */
const loose = (is: (day: number) => boolean): Faults => ({
  sensed: (m, day) => (is(day) ? { stroke: 3, pressure: m.pressure! - 25 } : {}),
});

describe('a repaired fault is no longer reported', () => {
  it.each([2, 7, 10, 30, 60, 83])('a slip of 300 mm on day %d, repaired in five days', (from) => {
    const { named, of } = after(moved(300, within(from, from + 5)));
    expect(named).toEqual([]);
    expect(of('stop_hot').value).toBeGreaterThan(50);
    expect(of('stop_hot').value).toBeLessThan(62);
  });
  it.each([2, 30, 83])('a ram that lay at its end for five days from day %d', (from) => {
    expect(after(loose(within(from, from + 5))).named).toEqual([]);
  });
  it('a ram that lay at its end from the first day', () => {
    expect(after(loose(within(0, 40))).named).toEqual([]);
  });
  it('a wire repaired in two steps', () => {
    expect(after({ creep: (day) => (day < 30 || day >= 41 ? 0 : day < 40 ? 320 : 160) }).named).toEqual([]);
  });
  it.each([
    [30, 60, 80, 90],
    [5, 15, 80, 90],
    [10, 40, 75, 70],
    [40, 60, 88, 160],
  ])(
    'a wire that slipped on day %d, repaired in part on day %d and fully on day %d',
    (fell, part, whole, left) => {
      const { named, of } = after({
        creep: (day) => (day < fell || day >= whole ? 0 : day < part ? 380 : left),
      });
      expect(named).toEqual([]);
      expect(of('stop_hot').value).toBeGreaterThan(42);
    },
  );
  it.each([
    [110, 40, 60],
    [85, 10, 85],
    [98, 60, 88],
  ])('a pressure sensor that repeated %d bar from day %d to %d', (pressure, from, to) => {
    expect(after({ sensed: (_, day) => (within(from, to)(day) ? { pressure } : {}) }).named).toEqual([]);
  });
  it('a ram that lay at its end for some days of frost and left it in the thaw', () => {
    // The frost of days 40 to 46 would draw it 300 mm beyond its end.
    const cold = within(40, 46);
    const { named } = after({
      sensed: (m, day) => (cold(day) ? { stroke: 1, temperature: m.temperature! - 55 } : {}),
    });
    expect(named).not.toContain('break');
  });
  it('a ram that ice held, with a single outlier, and released', () => {
    const { named } = after({
      colder: (day) => (within(40, 41.5)(day) ? 25 * Math.min(1, 2 * (day - 40)) : 0),
      sensed: (_, day, i) =>
        within(41, 46)(day) ? { stroke: (within(45.83, 45.88)(day) ? 140 : 160) + (i % 3) } : {},
    });
    expect(named).not.toContain('break');
    expect(named).not.toContain('stroke_sensor_step');
  });
  it('gas that burst out and was refilled', () => {
    expect(after({ gas: (day) => (within(30, 40)(day) ? 0.1 : 1) }).named).toEqual([]);
  });
  it('a slip of 60 mm that was corrected ten days ago', () => {
    expect(after(moved(60, within(60, 80))).named).toEqual([]);
  });
  it.each([60, 84, 88])('a stroke sensor that repeated its value from day 20 to %d', (to) => {
    const { named, of } = after({ sensed: (_, day) => (within(20, to)(day) ? { stroke: 431 } : {}) });
    expect(named).toEqual([]);
    expect(of('stop_hot').value).toBeGreaterThan(48);
    expect(of('stop_hot').value).toBeLessThan(62);
  });
});

describe('a wire that breaks while the ram lies at its end in the frost', () => {
  it.each([0.5, 1.5, 5])('is reported %d days later, with its date', (ago) => {
    const broke = DAYS - ago;
    const { of } = after({
      creep: (day) => (day >= broke ? 380 : 0),
      sensed: (m, day) => {
        if (day < broke - 25) return {};
        return { temperature: m.temperature! - 48, stroke: day < broke ? 3 : Math.max(2, m.stroke! - 571) };
      },
    });
    expect(of('break').verdict).toBe('bad');
    expect(Math.abs((of('break').since! - START) / DAY - broke)).toBeLessThan(0.5);
  });
});

describe('a fault that returned, or was repaired in part, is reported', () => {
  it('a wire that slipped again, since the second time', () => {
    const { of } = after(moved(250, (day) => within(20, 22)(day) || day >= 50));
    expect(of('break').verdict).toBe('bad');
    expect(Math.abs((of('break').since! - START) / DAY - 50)).toBeLessThan(0.5);
  });
  it.each([10, 30, 85])('a wire that slipped on day %d for good', (from) => {
    const { of } = after(moved(300, (day) => day >= from));
    expect(of('break').verdict).toBe('bad');
    expect(Math.abs((of('break').since! - START) / DAY - from)).toBeLessThan(0.5);
  });
  it('a wire that was corrected by half', () => {
    const { of } = after({ creep: (day) => (day < 30 ? 0 : day < 40 ? 400 : 200) });
    expect(of('break').verdict).toBe('bad');
  });
  it.each([40, 75])('a wire that slipped by 380 mm and was corrected to 90 on day %d', (to) => {
    const { named, of } = after({ creep: (day) => (day < 30 ? 0 : day < to ? 380 : 90) });
    expect(named).toContain('break');
    expect(of('break')).toMatchObject({ verdict: 'bad', fault: 'slipped_wire' });
    expect(Math.abs(of('break').value! - 90)).toBeLessThan(12);
    expect(Math.abs((of('break').since! - START) / DAY - 30)).toBeLessThan(1);
  });
  it.each(['stroke', 'temperature'] as const)('a %s sensor that is stuck for a second time', (sensor) => {
    const value = { stroke: 431, temperature: 9.4 }[sensor];
    const { of } = after({
      sensed: (_, day) => (within(20, 60)(day) || day >= 88.5 ? { [sensor]: value } : {}),
    });
    expect(of('stuck_sensor')).toMatchObject({ verdict: 'bad', details: { sensor } });
    expect(Math.abs((of('stuck_sensor').since! - START) / DAY - 88.5)).toBeLessThan(0.1);
  });
  it('a leak during which the pressure was stuck for a while', () => {
    const { named } = after({
      gas: (day) => 1 - 0.001 * Math.max(0, day - 30),
      sensed: (_, day) => (within(40, 60)(day) ? { pressure: 99 } : {}),
    });
    expect(named).toContain('leak');
  });
  it('gas that was not refilled when the ram was brought back', () => {
    const lost = 0.75;
    const { named } = after({
      gas: (day) => (day < 50 ? 1 : lost),
      creep: (day) => (within(50, 60)(day) ? -200 : 0),
    });
    expect(named).toContain('burst');
  });
});

describe('a ram that was freed', () => {
  it.each([82, 84, 86, 88])('on day %d of 90 has no stops until enough nights have passed', (to) => {
    const held = buildMeasures(DAYS, { seizedFrom: 20 });
    const { of } = ofPoints(healthy.map((point, i) => (i < to * 144 ? held[i]! : point)));
    for (const key of ['stop_hot', 'stop_cold'] as const)
      expect(of(key)).toMatchObject({ evaluable: false, value: null, reason: 'does_not_move' });
  });
});

describe('a temperature that was stuck', () => {
  const stuck = (is: (day: number) => boolean) =>
    buildMeasures(DAYS, { sensed: (_, day) => (is(day) ? { temperature: 2 } : {}) });
  it.each([70, 82, 86])('until day %d is not taken for sun on the sensor', (to) => {
    const points = stuck(within(20, to));
    expect(ofPoints(points, healthy).of('temperature_bias').verdict).not.toMatch(/watch|bad/);
    expect(ofPoints(healthy, points).of('temperature_bias').verdict).not.toMatch(/watch|bad/);
  });
  it('on the twin makes no finding on this one', () => {
    const { named, of } = ofPoints(
      healthy,
      stuck((day) => day >= 75),
    );
    expect(named).toEqual([]);
    expect(of('temperature_bias').evaluable).toBe(false);
  });
});

describe('the friction of a ram that was freed', () => {
  const freed = (from: number, to: number) => {
    const held = buildMeasures(DAYS, { seizedFrom: from });
    return ofPoints(healthy.map((point, i) => (i < to * 144 ? held[i]! : point))).of('friction');
  };
  it.each([86, 88])('is unknown until enough hours have passed, freed on day %d', (to) => {
    expect(freed(40, to).verdict).toBe('unknown');
  });
  it.each([68, 76])('is read from then on, freed on day %d', (to) => {
    expect(freed(30, to)).toMatchObject({ evaluable: true, verdict: 'good' });
  });
});
