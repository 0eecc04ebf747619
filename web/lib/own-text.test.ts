import { expect, test } from 'vitest';
import { isSettled, textToSend } from './own-text.ts';

test('a field that was only passed through sends nothing, whatever somebody else wrote meanwhile', () => {
  expect(isSettled(null, '12 bar')).toBe(true);
  expect(textToSend(null, '12 bar')).toBeNull();
});
test('what was typed stays over what comes in, and is sent once', () => {
  const typed = { text: '13 bar', over: null };
  expect(isSettled(typed, '12 bar')).toBe(false);
  expect(textToSend(typed, '12 bar')).toBe('13 bar');
  expect(textToSend({ text: '12 bar', over: null }, '12 bar')).toBeNull();
  expect(textToSend({ text: '13 bar', over: '12 bar' }, '12 bar')).toBeNull();
});
test('blanks around it are no change', () => {
  expect(textToSend({ text: '12 bar ', over: null }, '12 bar')).toBeNull();
  expect(textToSend({ text: '  ', over: null }, '')).toBeNull();
  expect(textToSend({ text: ' 13 bar', over: null }, '12 bar')).toBe('13 bar');
});
test('once saved it stands until the stored text moves, then that is shown', () => {
  const saved = { text: ' 13 bar', over: '12 bar' };
  expect(isSettled(saved, '12 bar')).toBe(false);
  expect(isSettled(saved, '13 bar')).toBe(true);
});
