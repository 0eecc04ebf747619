import { expect, test } from 'vitest';
import { failureOf, flatErrors } from './result.ts';

test('a 400 gives messages by field, nested and by index, and by form path', () => {
  const failure = failureOf(400, new Headers(), {
    name: ['Required'],
    aeros: { 0: { line: ['Too long', 'Odd'] } },
    non_field_errors: ['No'],
    code: 'invalid',
    request_id: 'r1',
  });
  expect(failure.requestId).toBe('r1');
  expect(failure.errors.code).toBeUndefined();
  expect(flatErrors(failure.errors)).toEqual({
    name: 'Required',
    'aeros.0.line': 'Too long Odd',
    non_field_errors: 'No',
  });
});
test('other refusals carry detail and Retry-After, never field errors', () => {
  const failure = failureOf(429, new Headers({ 'retry-after': '90' }), { detail: 'Slow down', name: ['x'] });
  expect(failure).toMatchObject({ ok: false, status: 429, detail: 'Slow down', retryAfter: 90, errors: {} });
});
test('a body that is no object is survived', () => {
  for (const body of [undefined, null, 'text', 3, []])
    expect(failureOf(500, new Headers(), body)).toMatchObject({ status: 500, detail: null, errors: {} });
});
