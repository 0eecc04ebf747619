import { expect, test } from 'vitest';
import { joinCsv } from './join-csv.ts';

test('parts of an export become one file with one header', () => {
  const parts = ['\uFEFFid;name\r\n1;a\r\n', '\uFEFFid;name\r\n2;b\r\n', '\uFEFFid;name\r\n'];
  expect(parts.map((part, index) => joinCsv(part, index === 0)).join('')).toBe(
    '\uFEFFid;name\r\n1;a\r\n2;b\r\n',
  );
});
test('a part without a last line break gets one', () => expect(joinCsv('h\n1', false)).toBe('1\r\n'));
