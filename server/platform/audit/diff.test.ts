import { describe, expect, it } from 'vitest';
import { changesBetween } from './diff.ts';

describe('what an audit entry tells', () => {
  it('tells fields that differ, from and to', () => {
    expect(changesBetween({ name: 'a', pole: '1' }, { name: 'b', pole: '1' })).toEqual({
      name: { from: 'a', to: 'b' },
    });
  });
  it('reads a partial change as it is', () => {
    expect(changesBetween({ name: 'a', pole: '1' }, { name: 'b' })).toEqual({ name: { from: 'a', to: 'b' } });
  });
  it('tells that a secret changed and never what it is', () => {
    const differences = changesBetween(
      { desired: { cellular_pin: '1234', log_time: 60 } },
      { desired: { cellular_pin: '9876', log_time: 60 } },
    );
    expect(differences).toEqual({
      desired: { from: { cellular_pin: '••••' }, to: { cellular_pin: '••••' } },
    });
    expect(
      JSON.stringify(changesBetween(undefined, { password_hash: 'x', maintenance_password: '123456' })),
    ).not.toMatch(/123456|"x"/);
  });
  it('tells all fields of what is created and deleted, without times and ids', () => {
    expect(changesBetween(undefined, { id: 1, name: 'a', updated_at: new Date(0) })).toEqual({
      name: { from: null, to: 'a' },
    });
    expect(changesBetween({ name: 'a' }, undefined)).toEqual({ name: { from: 'a', to: null } });
  });
  it('keeps a field called __proto__ a field', () => {
    const changes = changesBetween({}, JSON.parse('{"__proto__": 1}'));
    expect(Object.keys(changes)).toEqual(['__proto__']);
  });
});
