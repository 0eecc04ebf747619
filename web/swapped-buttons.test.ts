import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/**
 * Two buttons without keys at the same place of a tree are one element for React: while a click on the first
 * is still being handled, the element already is the second, and the browser performs the second one's action
 * (a "Back" that has become "Apply" submits the form). Such a pair needs keys.
 */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const BUTTON = /Button|ActionIcon|^button$/;

/** The alternative contents of one place. */
function alternatives(node: Node | null | undefined): Node[] {
  if (!node) return [];
  const [test, left, right] = [node.consequent, node.left, node.right] as (Node | undefined)[];
  switch (node.type) {
    case 'ConditionalExpression':
      return [...alternatives(test), ...alternatives(node.alternate as Node)];
    case 'LogicalExpression':
      return node.operator === '&&' ? alternatives(right) : [...alternatives(left), ...alternatives(right)];
    case 'ParenthesizedExpression':
    case 'JSXExpressionContainer':
      return alternatives(node.expression as Node);
    case 'JSXElement':
    case 'JSXFragment':
      return [node];
    default:
      return [];
  }
}

/** The results of a function itself, not of nested ones. */
function returned(node: Node): Node[] {
  if (node.type === 'ReturnStatement') return alternatives(node.argument as Node);
  return childrenOf(node)
    .filter(({ type }) => !FUNCTIONS.includes(type))
    .flatMap(returned);
}

const places = (node: Node): Node[] =>
  ((node.children ?? []) as Node[]).filter(({ type }) => type !== 'JSXText');
const nameOf = (node: Node, source: string): string => {
  const name = (node.openingElement as Node | undefined)?.name as Node | undefined;
  return name === undefined ? '' : source.slice(name.start, name.end);
};
function attribute(node: Node, name: string, source: string): string | null {
  const all = ((node.openingElement as Node).attributes ?? []) as Node[];
  const found = all.find((one) => one.type === 'JSXAttribute' && (one.name as Node).name === name);
  return found === undefined ? null : source.slice(found.start, found.end);
}

/** Pairs of buttons that React treats as one, if the content of `a` is replaced by that of `b`. */
function swapped(a: Node, b: Node, source: string): string[] {
  if (a.type !== 'JSXElement' || b.type !== 'JSXElement') {
    // A fragment without a key is not a separate level.
    const [left, right] = [a, b].map((one) => (one.type === 'JSXFragment' ? places(one) : [one]));
    return pairs(left!, right!, source);
  }
  if (nameOf(a, source) !== nameOf(b, source)) return [];
  if (attribute(a, 'key', source) !== attribute(b, 'key', source)) return [];
  if (!BUTTON.test(nameOf(a, source))) return pairs(places(a), places(b), source);
  const same = ['type', 'onClick'].every((name) => attribute(a, name, source) === attribute(b, name, source));
  const line = (node: Node) => source.slice(0, node.start).split('\n').length;
  return same ? [] : [`${nameOf(a, source)}, lines ${line(a)} and ${line(b)}`];
}
const pairs = (left: readonly Node[], right: readonly Node[], source: string): string[] =>
  left.flatMap((one, index) =>
    alternatives(one).flatMap((a) => alternatives(right[index]).flatMap((b) => swapped(a, b, source))),
  );

function pairsIn(source: string): string[] {
  const { program, errors } = parseSync('x.tsx', source);
  expect(errors).toEqual([]);
  const found = new Set<string>();
  const compare = (all: readonly Node[]): void => {
    for (const [index, a] of all.entries())
      for (const b of all.slice(index + 1)) for (const one of swapped(a, b, source)) found.add(one);
  };
  const walk = (node: Node): void => {
    if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression')
      compare(alternatives(node));
    if (FUNCTIONS.includes(node.type)) compare(returned(node.body as Node));
    childrenOf(node).forEach(walk);
  };
  walk(program as unknown as Node);
  return [...found];
}

describe('buttons that replace each other', () => {
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['node_modules/**', 'dist/**'] });
  it('have keys', () => {
    const found = files.flatMap((file) =>
      pairsIn(readFileSync(new URL(file, import.meta.url), 'utf8')).map((pair) => `${file}: ${pair}`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
  it.each([
    [
      'two ends of one function',
      '() => { if (a) return <Button type="submit" />; return <><Button onClick={back} /><Button type="submit" /></>; }',
      1,
    ],
    [
      'either',
      '() => <Group>{a ? <Button type="submit">x</Button> : <Button onClick={b}>y</Button>}</Group>',
      1,
    ],
    [
      'groups of them',
      '() => (a ? <Group><Button onClick={a} /></Group> : <Group><Button onClick={b} /></Group>)',
      1,
    ],
    ['with keys', '() => (a ? <Button key="a" type="submit" /> : <Button key="b" onClick={b} />)', 0],
    [
      'the same in other words',
      '() => (a ? <Button onClick={b}>x</Button> : <Button onClick={b}>y</Button>)',
      0,
    ],
    [
      'of two functions',
      '() => { const f = () => { return <Button onClick={a} />; }; return <Button onClick={b} />; }',
      0,
    ],
  ])('a planted pair is found: %s', (_name, code, count) => {
    expect(pairsIn(`const X = ${code};`)).toHaveLength(count);
  });
});
