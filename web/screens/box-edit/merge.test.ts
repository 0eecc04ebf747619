import type { Box } from '@aerowatch/contracts/api/boxes';
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { describe, expect, test } from 'vitest';
import { type BoxValues, NEW_AERO, valuesOfBox } from '../../entities/boxes/form/form-values.ts';
import { foreignChanges, merged } from './merge.ts';

const base = valuesOfBox({
  serial_number: 'AW-1',
  name: '',
  client: 1,
  line: 'Paris–Lyon',
  pole: '105/01',
  tags: [],
  aeros: [{ ...NEW_AERO, position: 2, track_number: 'V1' }],
  desired: { ...DEFAULT_CONFIGURATION },
} as unknown as Box);
const edit = (change: Partial<BoxValues>): BoxValues => ({ ...structuredClone(base), ...change });

describe('merge', () => {
  const theirs = edit({ pole: '105/03', name: 'Nord', desired: { ...base.desired, upload_time: 20 } });
  const mine = edit({ pole: '105/05', line: 'PLM' });
  const changes = foreignChanges(base, theirs, mine);

  test('lists what they changed, and where both did', () => {
    expect(changes.map(({ path, conflict }) => [path, conflict])).toEqual([
      ['name', false],
      ['pole', true],
      ['desired.upload_time', false],
    ]);
  });
  test('keeps mine, takes theirs, by choice', () => {
    const kept = merged(mine, changes, new Set(['pole']));
    expect([kept.pole, kept.line, kept.name, kept.desired.upload_time]).toEqual([
      '105/05',
      'PLM',
      'Nord',
      20,
    ]);
    expect(merged(mine, changes, new Set()).pole).toBe('105/03');
    expect(mine.name).toBe('');
  });
  test('the same change by both is no conflict', () => {
    expect(foreignChanges(base, theirs, theirs).some(({ conflict }) => conflict)).toBe(false);
  });
  test('an AERO they added comes in', () => {
    const added = edit({ aeros: [{ ...NEW_AERO, line: 'X' }, base.aeros[1]!] });
    const result = merged(mine, foreignChanges(base, added, mine), new Set());
    expect(result.aeros[0]).toEqual({ ...NEW_AERO, line: 'X' });
  });
});
