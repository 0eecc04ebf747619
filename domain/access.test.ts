import { describe, expect, it } from 'vitest';
import { grants, LEVELS, levelOf } from './access.ts';

const person = (groups: number[], is_staff = false) => levelOf({ is_staff, is_superuser: false, groups });

describe('levels of access', () => {
  it('come from the roles, which add up', () => {
    expect(person([])).toBe('member');
    expect(person([2])).toBe('member');
    expect(person([3])).toBe('observer');
    expect(person([2, 3])).toBe('member');
    expect(person([1, 3])).toBe('privileged');
    expect(person([3], true)).toBe('admin');
  });
  it('include each the ones before', () => {
    for (const [index, level] of LEVELS.entries())
      expect(LEVELS.filter((needed) => grants(level, needed))).toEqual(LEVELS.slice(0, index + 1));
  });
});
