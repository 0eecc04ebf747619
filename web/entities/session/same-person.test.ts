import { expect, test } from 'vitest';
import type { Result } from '../../lib/api/result.ts';
import { samePerson } from './same-person.ts';

const came = (id: number): Result<{ user: { id: number } }> => ({
  ok: true,
  status: 200,
  data: { user: { id } },
  headers: new Headers(),
  staleSince: null,
});

test('signing in again as somebody else is refused with words, as the same person or at the sign-in it is not', () => {
  expect(samePerson(came(7), { id: 5, otherwise: 'Somebody else' })).toMatchObject({
    ok: false,
    errors: { user: ['Somebody else'] },
  });
  expect(samePerson(came(5), { id: 5, otherwise: '' })).toEqual(came(5));
  expect(samePerson(came(7), undefined)).toEqual(came(7));
});
