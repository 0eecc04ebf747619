import { expect, test } from 'vitest';
import { isOvertaken, isSettled, textToSend, typed } from './own-text.ts';

test('a field that was only passed through sends nothing, whatever somebody else wrote meanwhile', () => {
  expect(isSettled(null, '12 bar')).toBe(true);
  expect(textToSend(null, '12 bar')).toBeNull();
});
test('typed text stays when another text arrives, and is sent once', () => {
  const own = typed(null, '12 bar', '13 bar');
  expect(isSettled(own, '12 bar')).toBe(false);
  expect(textToSend(own, '12 bar')).toBe('13 bar');
  expect(textToSend(typed(null, '12 bar', '12 bar'), '12 bar')).toBeNull();
  expect(textToSend({ ...own, over: '12 bar' }, '12 bar')).toBeNull();
});
test('blanks around it are no change', () => {
  expect(textToSend(typed(null, '12 bar', '12 bar '), '12 bar')).toBeNull();
  expect(textToSend(typed(null, '', '  '), '')).toBeNull();
  expect(textToSend(typed(null, '12 bar', ' 13 bar'), '12 bar')).toBe('13 bar');
});
test('once saved it stands until the stored text moves, then that is shown', () => {
  const saved = { ...typed(null, '12 bar', ' 13 bar'), over: '12 bar' };
  expect(isSettled(saved, '12 bar')).toBe(false);
  expect(isSettled(saved, '13 bar')).toBe(true);
});
test('text typed earlier does not replace what another user stored meanwhile', () => {
  const own = typed(null, '12 bar', '13 bar');
  expect([isOvertaken(own, '14 bar'), textToSend(own, '14 bar')]).toEqual([true, null]);
  // Both users typed the same; or the user chose the other's text.
  expect(isOvertaken(own, '13 bar')).toBe(false);
  expect(textToSend({ ...own, known: [...own.known, '14 bar'] }, '14 bar')).toBe('13 bar');
});
test('an own text that comes back does not count as another user’s', () => {
  const saved = { ...typed(null, '12 bar', '13 bar'), over: '12 bar' };
  const more = typed(saved, '12 bar', '13 bar, warm');
  expect([isOvertaken(more, '13 bar'), textToSend(more, '13 bar')]).toEqual([false, '13 bar, warm']);
});
