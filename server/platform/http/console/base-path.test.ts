import { expect, test } from 'vitest';
import { isBasePath, pageBelow, withoutBase } from './base-path.ts';

test.each([
  ['/rail/boxes/12?tab=a', '/boxes/12?tab=a'],
  ['/rail', '/'],
  ['/rail?x=1', '/?x=1'],
  ['/rail/', '/'],
  ['/railway/boxes', '/railway/boxes'],
  ['/health/ready', '/health/ready'],
  ['/', '/'],
])('%s is answered as %s below /rail', (url, answered) => {
  expect(withoutBase('/rail', url)).toBe(answered);
  expect(withoutBase('', url)).toBe(url);
});

test('a base is plain parts, none of them the console’s own', () => {
  for (const fine of ['', '/', '/rail', '/rail/aero-watch/', '/a.b/c_d~e'])
    expect(isBasePath(fine)).toBe(true);
  for (const wrong of [
    '/api',
    '/assets/x',
    '/firmware',
    '/mcp',
    '/scim/v2',
    '/metrics',
    '/a b',
    '/a%20b',
    '//a',
    '/"><script>',
    '/a//b',
  ])
    expect(isBasePath(wrong), wrong).toBe(false);
});

test('the page names its files below the base, and other hosts as they are', () => {
  expect(
    pageBelow(
      '/rail',
      '<html lang="en"><link href="/a.css"><script src="/b.js"></script><a href="//x/y"><a href="#m">',
    ),
  ).toBe(
    '<html data-base="/rail" lang="en"><link href="/rail/a.css"><script src="/rail/b.js"></script><a href="//x/y"><a href="#m">',
  );
});
