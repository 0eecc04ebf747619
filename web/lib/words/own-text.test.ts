import { expect, test } from 'vitest';
import { isOvertaken, isSettled, textToSend, typed } from './own-text.ts';

test('a field that was only passed through sends nothing, whatever somebody else wrote meanwhile', () => {
  expect(isSettled(null, '12 bar')).toBe(true);
  expect(textToSend(null, '12 bar')).toBeNull();
});
test('what was typed stays over what comes in, and is sent once', () => {
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
test('what somebody else stored meanwhile is replaced by nothing that was typed before', () => {
  const own = typed(null, '12 bar', '13 bar');
  expect([isOvertaken(own, '14 bar'), textToSend(own, '14 bar')]).toEqual([true, null]);
  // Both users typed the same; or the user chose the other's text.
  expect(isOvertaken(own, '13 bar')).toBe(false);
  expect(textToSend({ ...own, known: [...own.known, '14 bar'] }, '14 bar')).toBe('13 bar');
});
test('what comes back of one’s own is nobody else’s', () => {
  const saved = { ...typed(null, '12 bar', '13 bar'), over: '12 bar' };
  const more = typed(saved, '12 bar', '13 bar, warm');
  expect([isOvertaken(more, '13 bar'), textToSend(more, '13 bar')]).toEqual([false, '13 bar, warm']);
});
