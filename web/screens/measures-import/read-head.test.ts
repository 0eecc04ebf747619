import { expect, it } from 'vitest';
import { readHead } from './read-head.ts';

it('reads quoted cells, doubled quotes, line ends of Windows, and leaves empty lines out', () => {
  expect(readHead('﻿time;"a;b"\r\n\r\n"x\ny";"say ""hi"""\r\n1;2')).toEqual({
    separator: ';',
    headers: ['time', 'a;b'],
    rows: [
      ['x\ny', 'say "hi"'],
      ['1', '2'],
    ],
  });
  expect(readHead('a,b\n"cut off, here')?.rows).toEqual([['cut off, here']]);
  expect(readHead('a,b\n1,2\n3,4\n5,6', 2)?.rows).toHaveLength(2);
  expect(readHead('one column\n1')).toBeNull();
  expect(readHead('')).toBeNull();
});
