import { expect, test } from 'vitest';
import { momentOf, wallOf } from '../../forms/moment-input.tsx';
import { noAnswer } from '../../lib/api/result.ts';
import { bodyOf, makeAll, nameOfRule, newDraft } from './draft.ts';

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
test('trying again makes no part twice, and ends what was made of words that were changed', async () => {
  const requests: string[] = [];
  const ids = [1, 2, 3];
  const made = new Map<string, number>();
  const tryWith = (reason: string, refused: boolean) =>
    makeAll(
      [1, 2].map((client) => ({ client, reason })),
      made,
      {
        make: async ({ client, reason: why }) => {
          requests.push(`make ${client} ${why}`);
          if (client === 2 && refused) return noAnswer();
          return { ok: true as const, data: { id: ids.shift() ?? 0 } };
        },
        end: async (id) => {
          requests.push(`end ${id}`);
          return { ok: true as const };
        },
      },
    );
  expect(await tryWith('works', true)).toEqual(noAnswer());
  expect(await tryWith('works', true)).toEqual(noAnswer());
  expect(requests.splice(0)).toEqual(['make 1 works', 'make 2 works', 'make 2 works']);
  expect(await tryWith('welding', true)).toEqual(noAnswer());
  expect(await tryWith('welding', false)).toBeNull();
  expect(requests).toEqual(['make 1 welding', 'make 2 welding', 'make 2 welding', 'end 1']);
});
