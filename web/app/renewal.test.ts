import { afterEach, expect, test } from 'vitest';
import { renewed, signedIn, signedOut } from '../lib/state/authentication.ts';
import { store } from '../lib/state/store.ts';
import { renewal } from './renewal.ts';

const token = () => store.getState().authentication.token;
afterEach(() => store.dispatch(signedOut()));

test('the token that an answer brings is taken by the sign-in that sent the call alone', () => {
  store.dispatch(signedIn({ token: 'first' }));
  const early = renewal();
  early('second');
  expect(token()).toBe('second');

  // Another tab's token was adopted in the meantime: it is still the same sign-in.
  const crossed = renewal();
  store.dispatch(renewed({ token: 'third' }));
  crossed('fourth');
  expect(token()).toBe('fourth');

  const late = renewal();
  store.dispatch(signedOut());
  late('of somebody who left');
  expect(token()).toBe('');
  store.dispatch(signedIn({ token: 'of the next' }));
  late('of somebody who left');
  expect(token()).toBe('of the next');
});
