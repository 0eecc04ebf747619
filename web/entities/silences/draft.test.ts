import { readRecurrence } from '@aerowatch/domain/alerting/recurrence';
import { expect, test } from 'vitest';
import { momentOf, wallOf } from '../../forms/typed/read-time.ts';
import { noAnswer } from '../../lib/api/result.ts';
import type { TextOf } from '../../lib/text.ts';
import { bodyOf, makeAll, newDraft, REPEATS, wordsOfRule } from './draft.ts';

test('times are typed, silenced and repeated in the profile’s zone, whatever the browser’s is', () => {
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
});
test('every repetition offered, with either end, is one the server takes and has the words it is chosen by', () => {
  const t = ((key: string, parameters: object = {}) =>
    [key, ...Object.values(parameters)].join(' ')) as TextOf<'silences'>;
  const words = (rule: string) => wordsOfRule(rule, { t, day: (day) => day });
  for (const repeat of Object.keys(REPEATS) as (keyof typeof REPEATS)[]) {
    const draft = { ...newDraft(), repeat, until: '2026-07-14', count: 5 };
    const rules = (['until', 'count'] as const).map((ends) => bodyOf({ ...draft, ends }, 1, 'UTC').rrule);
    if (repeat === 'never') expect(rules).toEqual([undefined, undefined]);
    else {
      for (const rule of rules) expect(readRecurrence(rule ?? ''), rule).toBeDefined();
      const { label } = REPEATS[repeat];
      expect(rules.map((rule) => words(rule ?? ''))).toEqual([
        `repeatUntil ${label} 2026-07-14`,
        `repeatCount ${label} 5`,
      ]);
      // Without an end the rule is sent unchanged, and the server asks for one.
      expect(bodyOf({ ...draft, ends: 'until', until: null }, 1, 'UTC').rrule).toBe(REPEATS[repeat].rule);
    }
  }
  // For silences from before an end was required, and for those set through the API.
  expect(words('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('repeatWorkdays');
  expect(words('FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2')).toBe('FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2');
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
