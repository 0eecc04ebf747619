import { describe, expect, it } from 'vitest';
import { DAY } from '../durations.ts';
import { type Finished, proofNow } from './proof.ts';

const NOW = 1_790_000_000_000;
const after = (days: number, more: Partial<Finished>) =>
  proofNow(
    { kind: 'leak', closedAt: NOW - days * DAY, repair: 'verifying', causeSince: null, heard: true, ...more },
    NOW,
  );

describe('the repair of a finished order', () => {
  it('of a fault is what its diagnosis says, proven after two days at the earliest', () => {
    expect(after(1, { repair: 'proven' })).toBeNull();
    expect(after(2, { repair: 'proven' })).toBe('proven');
    expect(after(1, { repair: 'not_proven' })).toBe('not_proven');
    expect(after(10, {})).toBeNull();
  });
  it('asks a person where measures cannot tell', () => {
    expect(after(14, {})).toBe('word');
    expect(after(2, { repair: null })).toBe('word');
    expect(after(2, { heard: false })).toBe('word');
    expect(after(1, { repair: null })).toBeNull();
  });
  it('of a rule or a silence is whether it is back', () => {
    expect(after(1, { kind: 'pressure', repair: null, causeSince: NOW - DAY / 2 })).toBe('not_proven');
    expect(after(1, { kind: 'pressure', repair: null })).toBeNull();
    expect(after(2, { kind: 'pressure', repair: null })).toBe('proven');
    expect(after(3, { kind: 'pressure', repair: null, causeSince: NOW - 9 * DAY })).toBeNull();
    expect(after(3, { kind: 'silence', repair: null, causeSince: NOW - 9 * DAY })).toBe('not_proven');
  });
});
