import { parseSync } from '@swc/core';

/** A function with too many lines: its start, number of lines, and name. */
export interface LongFunction {
  name: string;
  line: number;
  lines: number;
}

interface Span {
  start: number;
  end: number;
}

/** A node of the syntax tree, with only the fields that are read here. */
interface Node {
  type?: string;
  span?: Span;
  [field: string]: unknown;
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
  'Constructor',
]);
/** Positions of swc continue from one text to the next: the first statement of each text shows its start. */
const ANCHOR = '0;\n';
const NEW_LINE = 10;

/** An identifier of the code: a name, a key, or the last part of `a.b`. */
function wordOf(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { value, property } = node as Node;
  return typeof value === 'string' ? value : wordOf(property);
}

/**
 * The name that a node gives the function inside it: of a variable, a method, a field, or of a call with its
 * first text.
 */
function nameIn(node: Node): string | undefined {
  if (node.type === 'VariableDeclarator') return wordOf(node.id);
  if (node.type === 'CallExpression') {
    const [first] = node.arguments as { expression: Node }[];
    const title = first?.expression.type === 'StringLiteral' ? ` “${first.expression.value}”` : '';
    return `${wordOf(node.callee) ?? 'call'}${title}`;
  }
  if (node.type === 'Constructor') return 'constructor';
  return wordOf(node.identifier ?? node.key);
}

/**
 * `describe`, `describe.skip` or `describe.each(…)` contains tests as a file does: each test in it is a
 * function.
 */
function isListOfTests(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  let callee = node.callee as Node | undefined;
  while (callee !== undefined && callee.type !== 'Identifier')
    callee = (callee.callee ?? callee.object) as Node | undefined;
  return callee?.value === 'describe';
}

/** Converts positions in UTF-8 to line numbers, from 0. */
function linesOf(source: string): (position: number) => number {
  const ends: number[] = [];
  for (const [at, byte] of Buffer.from(source).entries()) if (byte === NEW_LINE) ends.push(at);
  return (position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Children that are nodes; arguments of a call are in an object of their own, without a type. */
function childrenOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(childrenOf);
  return 'type' in value ? [value as Node] : Object.values(value).flatMap(childrenOf);
}

/**
 * Functions of a source file with more than `limit` lines: all lines from first to last, with blank lines,
 * comments, JSX text and inner functions. Of a long function within a long one only the outer is returned,
 * unless `isException` accepts the outer one.
 */
export function longFunctions(
  source: string,
  { tsx, limit, isException }: { tsx: boolean; limit: number; isException: (name: string) => boolean },
): LongFunction[] {
  const text = ANCHOR + source;
  const options = { syntax: 'typescript', tsx, decorators: true } as const;
  const [anchor, ...statements] = parseSync(text, options).body as unknown as [Node, ...Node[]];
  const lineOf = linesOf(text);
  const found: LongFunction[] = [];

  const isTooLong = (node: Node, name: string): boolean => {
    if (!FUNCTIONS.has(node.type ?? '')) return false;
    const { start, end } = node.span ?? (node.function as { span: Span }).span;
    const line = lineOf(start - anchor.span!.start);
    const lines = lineOf(end - anchor.span!.start) - line + 1;
    if (lines <= limit || isException(name)) return false;
    found.push({ name, line, lines });
    return true;
  };
  const visit = (node: Node, outer: string, isList: boolean): void => {
    const name = nameIn(node) ?? outer;
    if (!isList && isTooLong(node, name)) return;
    const listed = isListOfTests(node);
    for (const [field, value] of Object.entries(node))
      if (field !== 'span') for (const child of childrenOf(value)) visit(child, name, listed);
  };
  for (const statement of statements) visit(statement, 'default', false);
  return found;
}
