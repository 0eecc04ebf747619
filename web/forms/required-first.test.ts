import { firmwareForm } from '@aerowatch/contracts/api/firmwares';
import { usersCreate } from '@aerowatch/contracts/api/users';
import { expect, it } from 'vitest';
import { formatsOf } from '../lib/format.ts';
import { problemsOf, type Schema } from './use-contract-form.ts';

const formats = formatsOf('en', 'metric', 'Europe/Paris');
const problems = (schema: Schema, values: Record<string, unknown>) => problemsOf(values, { schema }, formats);

it('an empty field says that it is required before any other rule', () => {
  const user = { first_name: '', last_name: '', email: '', password: '', groups: [2] };
  expect(problems(usersCreate.body!, user)).toMatchObject({
    first_name: 'Required',
    email: 'Required',
    password: 'Required',
  });
  expect(problems(firmwareForm, { version: '', description: '' })).toMatchObject({ version: 'Required' });
});
it('what is typed is judged by its rule', () => {
  const user = { first_name: 'A', last_name: 'B', email: 'a@example.org', password: 'short', groups: [2] };
  expect(problems(usersCreate.body!, user).password).toMatch(/12/);
  expect(problems(firmwareForm, { version: '1', description: '' }).version).toMatch(/version/);
});
