import { expect, it } from 'vitest';
import type { ApiError } from '../../errors.ts';
import { makeNetworkLimits } from './network-limits.ts';

const [HOME, AWAY] = ['10.1.2.3', '10.1.2.4'];
const statusOf = (work: () => void) => {
  try {
    work();
    return 200;
  } catch (error) {
    return (error as ApiError).status;
  }
};
const passed = (count: number, work: (index: number) => void) =>
  Array.from({ length: count }, (_, index) => statusOf(() => work(index))).filter((status) => status === 200)
    .length;

it('counts strangers, files and probes of each network apart', () => {
  const networkLimits = makeNetworkLimits(() => 0);
  expect(passed(1000, () => networkLimits.countRequest(HOME))).toBe(300);
  expect(passed(1000, () => networkLimits.countProbe(HOME))).toBe(300);
  expect(passed(20_000, () => networkLimits.countFile(HOME))).toBe(10_000);
  expect(passed(1000, () => networkLimits.countRequest(AWAY))).toBe(300);
  // A subscriber has a /64.
  expect(passed(1000, (index) => networkLimits.countRequest(`2001:db8::${index.toString(16)}`))).toBe(300);
});

it('looks at no further credentials of a network that sent too many wrong ones, but at those it knows', () => {
  let now = 0;
  const networkLimits = makeNetworkLimits(() => now);
  const known = Buffer.from('a session of the same office');
  networkLimits.checkCredentials(HOME, known);
  networkLimits.noteValid(known);
  const tried = passed(600, (index) => {
    networkLimits.checkCredentials(HOME, Buffer.from(`guess ${index}`));
    networkLimits.noteInvalid(HOME);
  });
  expect(tried).toBe(200);
  expect(
    statusOf(() => networkLimits.checkCredentials(HOME, Buffer.from('right, but never seen here'))),
  ).toBe(429);
  expect(statusOf(() => networkLimits.checkCredentials(HOME, known))).toBe(200);
  expect(statusOf(() => networkLimits.checkCredentials(AWAY, Buffer.from('another network')))).toBe(200);
  now = 1000;
  const again = passed(600, () => {
    networkLimits.checkCredentials(HOME, Buffer.from('one more'));
    networkLimits.noteInvalid(HOME);
  });
  expect(again).toBe(5);
});

it('knows the credentials that opened last, and forgets those of long ago', () => {
  const networkLimits = makeNetworkLimits(() => 0);
  for (let index = 0; index <= 20_000; index += 1) networkLimits.noteValid(Buffer.from(`session ${index}`));
  for (let index = 0; index < 200; index += 1) networkLimits.noteInvalid(HOME);
  expect(statusOf(() => networkLimits.checkCredentials(HOME, Buffer.from('session 0')))).toBe(429);
  expect(statusOf(() => networkLimits.checkCredentials(HOME, Buffer.from('session 20000')))).toBe(200);
});
