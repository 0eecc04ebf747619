import { describe, expect, it } from 'vitest';
import type { FindingKey } from '../list.ts';
import { AERO, buildMeasures, diagnose, type Faults, START } from '../testing.ts';

/** Findings after this many days of hourly measures. */
function after(days: number, faults: Faults, keys: readonly FindingKey[], aero = AERO) {
  const points = buildMeasures(days, faults).filter((_, i) => i % 6 === 0);
  const { findings } = diagnose({ points, aero, latitude: 47 });
  return keys.map((key) => findings.find((one) => one.key === key)!);
}

/** Warmer weather comes on day 50; the ram cannot pass the place where it was in the morning. */
const WARM: Faults = { beyond: 470, colder: (day) => (day < 50 ? 12 : -6) };

describe('a ram that stands still while the wire asks it one way only', () => {
  it('is seized within the day, or held to one side', () => {
    const [seized] = after(51, WARM, ['seized']);
    expect(seized).toMatchObject({ verdict: 'bad', act: { urgency: 'now' } });
    expect(seized!.confidence).toBeCloseTo(0.7, 1);
    expect(seized!.candidates[0]).toMatchObject({ cause: 'held_one_side', tell: 'cold_nights' });
  });
  it('is seized within twelve hours of great heat', () => {
    const heat: Faults = {
      seizedFrom: 40.2,
      colder: (day) => (day > 40.2 ? -10 * Math.min(1.5, day - 40.2) : 0),
    };
    expect(after(40.5, heat, ['seized'])[0]!.verdict).toBe('bad');
  });
  it('is seized within a day of great cold, and never good at most of its travel', () => {
    const cold: Faults = {
      seizedFrom: 40.5,
      colder: (day) => (day > 40.6 ? 8 + 10 * Math.min(2, day - 40.6) : 2),
    };
    for (const days of [41, 41.25, 41.5, 42]) expect(after(days, cold, ['seized'])[0]!.verdict).toBe('bad');
  });
  it('is seized at once where it asks both ways', () => {
    const [seized] = after(51.4, { seizedFrom: 50.3 }, ['seized']);
    expect(seized).toMatchObject({ verdict: 'bad' });
    expect(seized!.candidates.map(({ cause }) => cause)).not.toContain('held_one_side');
  });
});

/**
 * A messenger wire under 2,400 daN: friction of 5 % may hold it against more than a week's change of weather.
 */
const SOFT = { ...AERO, conductor_type: 'messenger', mechanical_tension: 2400 } as const;

describe('the cause that held the ram in the weeks before', () => {
  it('proves it seized where the limit of friction would allow it to stand still', () => {
    const [seized] = after(54, { seizedFrom: 50.3 }, ['seized'], SOFT);
    expect(seized).toMatchObject({ verdict: 'bad', details: { confirmed: 'by_pressure' } });
  });
  it('says nothing of a ram that stood still as long before', () => {
    const [seized] = after(54, { friction: 0.09 }, ['seized'], SOFT);
    expect(seized!.verdict).toBe('good');
  });
});

describe('a ram that frost holds for the first time', () => {
  /** Frost from day 50 to 57, in which the ram stands still. */
  const frost = (day: number) => (day > 49.5 && day < 57 ? 24 : 6);
  const held: Faults = { colder: frost, seizedFrom: 50 };
  it('is called iced at once, as urgent as a seized one, or seized', () => {
    for (const days of [50.75, 51, 53]) {
      const [icing, seized] = after(days, held, ['icing', 'seized']);
      expect(seized!.verdict).toBe('good');
      expect(icing).toMatchObject({ verdict: 'bad', details: { stretches: 1 }, act: { urgency: 'now' } });
      expect(icing!.candidates[0]).toMatchObject({ cause: 'seized', tell: 'warm_days' });
      expect((icing!.since! - START) / 86_400_000).toBeCloseTo(50, -1);
    }
  });
  it('is seized, or iced, where the cold asks for more than ice holds', () => {
    const deepens = (day: number) => (day < 49.5 ? 6 : 22 + 12 * Math.max(0, day - 50));
    const [icing, seized] = after(52.5, { colder: deepens, seizedFrom: 50 }, ['icing', 'seized']);
    expect(seized).toMatchObject({ verdict: 'bad' });
    expect(seized!.candidates.map(({ cause }) => cause)).toContain('icing');
    expect(icing!.verdict).toBe('good');
  });
  it('is seized after ten days of it', () => {
    const lasting: Faults = { colder: (day) => (day > 49.5 ? 26 : 6), seizedFrom: 50 };
    const [icing, seized] = after(61.5, lasting, ['icing', 'seized']);
    expect(seized!.verdict).toBe('bad');
    expect(icing!.verdict).toBe('good');
  });
  it('is seized once it thaws without setting the ram free', () => {
    const [icing, seized] = after(61, held, ['icing', 'seized']);
    expect(seized!.verdict).toBe('bad');
    expect(icing!.verdict).toBe('good');
  });
  it('is iced by what its own friction never held, though its limit might; bad after two days of it', () => {
    expect(after(51.5, held, ['icing'], SOFT)[0]!.verdict).toBe('watch');
    expect(after(53, held, ['icing'], SOFT)[0]!.verdict).toBe('bad');
  });
});
