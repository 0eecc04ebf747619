import { expect, test } from 'vitest';
import { momentOf, wallOf } from '../../forms/moment-input.tsx';
import { bodyOf, nameOfRule, newDraft } from './draft.ts';

test('what is typed in the profile’s zone is silenced and repeats by it, whatever the browser’s is', () => {
  for (const zone of ['Europe/Paris', 'America/Cayenne', 'Pacific/Auckland']) {
    const draft = { ...newDraft(), from: momentOf('2026-07-01 22:00:00', zone) };
    const body = bodyOf(draft, 1, zone);
    expect(wallOf(body.from, zone)).toBe('2026-07-01 22:00:00');
    expect(body.time_zone).toBe(zone);
  }
  expect(bodyOf({ ...newDraft(), from: null }, 1, 'UTC').from).toBe('');
});
test('a new one is of this minute; rules have the names they are chosen by', () => {
  const { from, to } = newDraft([], Date.parse('2026-07-01T10:20:30Z'));
  expect([from, to]).toEqual(['2026-07-01T10:20:00.000Z', '2026-07-01T18:20:00.000Z']);
  expect(nameOfRule('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('repeatWorkdays');
  expect(nameOfRule('FREQ=MONTHLY')).toBeNull();
});
