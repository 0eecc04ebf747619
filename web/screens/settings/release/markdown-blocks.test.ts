import { expect, test } from 'vitest';
import { markdownBlocks, markdownSpans, sectionsOf, splitNewest } from './markdown-blocks.ts';

test('headings, lists with lines that go on, code, rules and paragraphs', () => {
  expect(markdownBlocks('# A\n\nOne\ntwo\n\n- x\n  more\n- y\n\n1. z\n\n```\n# no\n```\n---\n')).toEqual([
    { type: 'heading', level: 1, text: 'A' },
    { type: 'paragraph', text: 'One two' },
    { type: 'list', ordered: false, items: ['x more', 'y'] },
    { type: 'list', ordered: true, items: ['z'] },
    { type: 'code', text: '# no' },
    { type: 'rule' },
  ]);
});
test('HTML stays text, and a link of another kind is no link', () => {
  expect(markdownBlocks('<img src=x>')).toEqual([{ type: 'paragraph', text: '<img src=x>' }]);
  expect(markdownSpans('a **b** `c` [d](https://e) [f](javascript:g)')).toEqual([
    { type: 'text', text: 'a ' },
    { type: 'strong', text: 'b' },
    { type: 'text', text: ' ' },
    { type: 'code', text: 'c' },
    { type: 'text', text: ' ' },
    { type: 'link', text: 'd', href: 'https://e' },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'f' },
  ]);
});

test('a version is what stands before its headings, and each heading with what is below it', () => {
  const { head, sections } = sectionsOf(
    '# Note\n\n## 2.7.0\n\n### In short\n\n- One\n\n### Shown\n\n- Two\n',
  );
  expect(head).toBe('# Note\n\n## 2.7.0\n\n');
  expect(sections.map(({ title, text }) => [title, text.trim()])).toEqual([
    ['In short', '- One'],
    ['Shown', '- Two'],
  ]);
  expect(sectionsOf('# Note')).toEqual({ head: '# Note', sections: [] });
});

test('the newest version stands alone, the earlier ones follow', () => {
  const text = '# Release note\n\n## 2.7.0\n\n### New\n\n- One\n\n## 2.6.0\n\n- Two\n\n## 2.5.0\n';
  const { newest, earlier } = splitNewest(text);
  expect([newest.includes('One'), newest.includes('2.6.0')]).toEqual([true, false]);
  expect(earlier).toMatch(/^## 2\.6\.0[\s\S]*## 2\.5\.0/);
  expect(splitNewest('# Release note')).toEqual({ newest: '# Release note', earlier: '' });
});
