import { describe, expect, it } from 'vitest';
import { type DutyRoster, dutyChain, dutyDay, dutyPlan } from './roster.ts';

const [ADA, BEN, CLO, DAN] = [1, 2, 3, 4] as const;
// 2026-11-02 is a Monday.
const ROSTER: DutyRoster = {
  starts_on: '2026-11-02',
  weeks: 1,
  hour: 8,
  time_zone: 'Europe/Paris',
  people: [ADA, BEN, CLO],
  exceptions: [],
};
const chain = (at: string, more: Partial<DutyRoster> = {}) =>
  dutyChain({ ...ROSTER, ...more }, Date.parse(at));

describe('who is on duty', () => {
  it('takes turns by weeks, from the hour of the roster in its zone', () => {
    expect(chain('2026-11-02T06:59:59Z')).toEqual([]);
    expect(chain('2026-11-02T07:00:00Z')).toEqual([ADA, BEN, CLO]);
    expect(chain('2026-11-09T06:59:59Z')).toEqual([ADA, BEN, CLO]);
    expect(chain('2026-11-09T07:00:00Z')).toEqual([BEN, CLO, ADA]);
    expect(chain('2026-11-23T07:00:00Z')).toEqual([ADA, BEN, CLO]);
    expect(chain('2026-11-16T07:00:00Z', { weeks: 2 })).toEqual([BEN, CLO, ADA]);
    expect(chain('2026-11-16T07:00:00Z', { people: [] })).toEqual([]);
  });
  it('is handed over at the same hour of the clock in summer', () => {
    // Clocks went forward on 29 March 2026: eight o'clock is then 06:00 UTC.
    const spring = { ...ROSTER, starts_on: '2026-03-23' };
    expect(dutyDay(spring, Date.parse('2026-03-30T05:59:59Z'))).toBe('2026-03-29');
    expect(dutyDay(spring, Date.parse('2026-03-30T06:00:00Z'))).toBe('2026-03-30');
    expect(chain('2026-03-30T06:00:00Z', spring)[0]).toBe(BEN);
  });
  it('has substitutes for who is absent, on duty or next', () => {
    const away = { exceptions: [{ from: '2026-11-03', to: '2026-11-04', user: ADA, substitute: DAN }] };
    expect(chain('2026-11-03T06:00:00Z', away)).toEqual([ADA, BEN, CLO]);
    expect(chain('2026-11-03T08:00:00Z', away)).toEqual([DAN, BEN, CLO]);
    expect(chain('2026-11-05T06:00:00Z', away)).toEqual([DAN, BEN, CLO]);
    expect(chain('2026-11-05T08:00:00Z', away)).toEqual([ADA, BEN, CLO]);
    const next = { exceptions: [{ from: '2026-11-02', to: '2026-11-30', user: BEN, substitute: ADA }] };
    expect(chain('2026-11-03T08:00:00Z', next)).toEqual([ADA, CLO]);
  });
  it('asks the substitute of a substitute, and nobody where they stand in for each other', () => {
    const day = { from: '2026-11-03', to: '2026-11-03' };
    const both = [
      { ...day, user: ADA, substitute: BEN },
      { ...day, user: BEN, substitute: DAN },
    ];
    expect(chain('2026-11-03T12:00:00Z', { exceptions: both })).toEqual([DAN, CLO]);
    const circle = [both[0]!, { ...day, user: BEN, substitute: ADA }];
    expect(chain('2026-11-03T12:00:00Z', { exceptions: circle })).toEqual([CLO]);
  });
  it('gives a holiday of everybody to one person, and then follows the turns', () => {
    const holiday = { exceptions: [{ from: '2026-11-03', to: '2026-11-03', user: null, substitute: DAN }] };
    expect(chain('2026-11-03T12:00:00Z', holiday)).toEqual([DAN, BEN, CLO]);
    const next = { exceptions: [{ ...holiday.exceptions[0]!, substitute: BEN }] };
    expect(chain('2026-11-03T12:00:00Z', next)).toEqual([BEN, CLO]);
  });
});

it('plans days: turns, and who stands in for whom', () => {
  const exceptions = [
    { from: '2026-11-04', to: '2026-11-05', user: ADA, substitute: DAN },
    { from: '2026-11-11', to: '2026-11-11', user: null, substitute: CLO },
  ];
  expect(dutyPlan({ ...ROSTER, exceptions }, '2026-10-31', 15)).toEqual([
    { from: '2026-11-02', to: '2026-11-03', user: ADA, instead_of: null },
    { from: '2026-11-04', to: '2026-11-05', user: DAN, instead_of: ADA },
    { from: '2026-11-06', to: '2026-11-08', user: ADA, instead_of: null },
    { from: '2026-11-09', to: '2026-11-10', user: BEN, instead_of: null },
    { from: '2026-11-11', to: '2026-11-11', user: CLO, instead_of: BEN },
    { from: '2026-11-12', to: '2026-11-14', user: BEN, instead_of: null },
  ]);
});
