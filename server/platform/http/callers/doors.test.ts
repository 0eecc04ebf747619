import { expect, it } from 'vitest';
import type { ApiError } from '../../errors.ts';
import { makeDoors } from './doors.ts';

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
  const doors = makeDoors(() => 0);
  expect(passed(1000, () => doors.visit(HOME))).toBe(300);
  expect(passed(1000, () => doors.probe(HOME))).toBe(300);
  expect(passed(20_000, () => doors.file(HOME))).toBe(10_000);
  expect(passed(1000, () => doors.visit(AWAY))).toBe(300);
  // A subscriber has a /64.
  expect(passed(1000, (index) => doors.visit(`2001:db8::${index.toString(16)}`))).toBe(300);
});

it('looks at no further credentials of a network that sent too many wrong ones, but at those it knows', () => {
  let now = 0;
  const doors = makeDoors(() => now);
  const known = Buffer.from('a session of the same office');
  doors.knock(HOME, known);
  doors.opened(known);
  const tried = passed(600, (index) => {
    doors.knock(HOME, Buffer.from(`guess ${index}`));
    doors.wrong(HOME);
  });
  expect(tried).toBe(200);
  expect(statusOf(() => doors.knock(HOME, Buffer.from('right, but never seen here')))).toBe(429);
  expect(statusOf(() => doors.knock(HOME, known))).toBe(200);
  expect(statusOf(() => doors.knock(AWAY, Buffer.from('another network')))).toBe(200);
  now = 1000;
  const again = passed(600, () => {
    doors.knock(HOME, Buffer.from('one more'));
    doors.wrong(HOME);
  });
  expect(again).toBe(5);
});

it('knows the credentials that opened last, and forgets those of long ago', () => {
  const doors = makeDoors(() => 0);
  for (let index = 0; index <= 20_000; index += 1) doors.opened(Buffer.from(`session ${index}`));
  for (let index = 0; index < 200; index += 1) doors.wrong(HOME);
  expect(statusOf(() => doors.knock(HOME, Buffer.from('session 0')))).toBe(429);
  expect(statusOf(() => doors.knock(HOME, Buffer.from('session 20000')))).toBe(200);
});
