import { describe, expect, it } from 'vitest';
import { byWeight, groupOf, type RankedAlert } from './groups.ts';

describe('groups of alerts', () => {
  it('are of one AERO and subject, of one cause once it is given', () => {
    expect(groupOf({ aero: 1, subject: 'gas', cause: null })).toBe(
      groupOf({ aero: 1, subject: 'gas', cause: null }),
    );
    expect(groupOf({ aero: 1, subject: 'gas', cause: null })).not.toBe(
      groupOf({ aero: 2, subject: 'gas', cause: null }),
    );
    expect(groupOf({ aero: 1, subject: 'gas', cause: null })).not.toBe(
      groupOf({ aero: 1, subject: 'movement', cause: null }),
    );
    // One cause can show in several subjects.
    expect(groupOf({ aero: 1, subject: 'gas', cause: 'corrosion' })).toBe(
      groupOf({ aero: 1, subject: 'movement', cause: 'corrosion' }),
    );
  });

  it('are led by the gravest, then by what still fires, then by what began first', () => {
    const alert = (id: number, values: Partial<RankedAlert>): RankedAlert => ({
      id,
      severity: 'medium',
      cleared_at: null,
      opened_at: '2026-01-02T00:00:00.000Z',
      ...values,
    });
    const all = [
      alert(1, { severity: 'low', opened_at: '2026-01-01T00:00:00.000Z' }),
      alert(2, {}),
      alert(3, { opened_at: '2026-01-01T00:00:00.000Z' }),
      alert(4, { cleared_at: '2026-01-03T00:00:00.000Z', opened_at: '2025-01-01T00:00:00.000Z' }),
      alert(5, { severity: 'high', cleared_at: '2026-01-03T00:00:00.000Z' }),
    ];
    expect(all.sort(byWeight).map(({ id }) => id)).toEqual([5, 3, 2, 4, 1]);
  });
});
