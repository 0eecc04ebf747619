import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stringify } from 'yaml';

/**
 * Renders a Helm chart: the part of Go's text/template, of sprig and of Helm's own functions that our chart uses.
 * Anything else throws. What Go's own engine makes of the same chart lies beside (testing/helm/*.txt), and must be the
 * same to the last byte.
 */
export function renderChart(folder: string, values: Tree, release = 'rail'): string {
  const chart = readFileSync(`${folder}/Chart.yaml`, 'utf8');
  const appVersion = /^appVersion: "(.*)"$/m.exec(chart)?.[1] ?? '';
  const files = globSync(`${folder}/templates/*`).sort();
  const templates = new Map<string, readonly Node[]>();
  for (const file of files) parseFile(basename(file), readFileSync(file, 'utf8'), templates);
  const root = { Values: values, Release: { Name: release }, Chart: { AppVersion: appVersion } };
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => `### ${basename(file)}\n${run(basename(file), root, templates)}`)
    .join('');
}

export type Tree = { readonly [name: string]: unknown };
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly code: string }
  | { readonly kind: 'set'; readonly name: string; readonly code: string }
  | {
      readonly kind: 'if';
      readonly code: string;
      readonly ifTrue: readonly Node[];
      readonly otherwise: readonly Node[];
    }
  | {
      readonly kind: 'range';
      readonly names: readonly string[];
      readonly code: string;
      readonly body: readonly Node[];
    };
type Templates = ReadonlyMap<string, readonly Node[]>;

/** Texts and the actions between them, with the spaces that `{{-` and `-}}` take away. */
function tokensOf(source: string): { action: boolean; text: string }[] {
  const parts = source.split(/(\{\{-?[\s\S]*?-?\}\})/);
  return parts.map((part, at) => {
    if (at % 2 === 1) return { action: true, text: part.replace(/^\{\{-?|-?\}\}$/g, '').trim() };
    const after = parts[at - 1]?.endsWith('-}}') === true ? part.trimStart() : part;
    return { action: false, text: parts[at + 1]?.startsWith('{{-') === true ? after.trimEnd() : after };
  });
}

function parseFile(name: string, source: string, templates: Map<string, readonly Node[]>): void {
  const tokens = tokensOf(source);
  let at = 0;
  const block = (): { nodes: Node[]; end: string } => {
    const nodes: Node[] = [];
    while (at < tokens.length) {
      const { action, text } = tokens[at++]!;
      if (!action) nodes.push({ kind: 'text', text });
      else if (text === 'end' || text === 'else') return { nodes, end: text };
      else nodes.push(...statement(text));
    }
    return { nodes, end: '' };
  };
  const statement = (text: string): Node[] => {
    const [word = ''] = text.split(/\s/, 1);
    const code = text.slice(word.length).trim();
    if (word === 'define') {
      templates.set(JSON.parse(code) as string, block().nodes);
      return [];
    }
    if (word === 'if') {
      const ifTrue = block();
      return [
        { kind: 'if', code, ifTrue: ifTrue.nodes, otherwise: ifTrue.end === 'else' ? block().nodes : [] },
      ];
    }
    if (word === 'range') {
      const [, names = '', list = ''] = /^(\$\w+(?:, \$\w+)?) := (.+)$/.exec(code) ?? [];
      return [{ kind: 'range', names: names.split(', '), code: list, body: block().nodes }];
    }
    const [, variable, value] = /^(\$\w+) :?= (.+)$/.exec(text) ?? [];
    if (variable !== undefined) return [{ kind: 'set', name: variable, code: value ?? '' }];
    return [{ kind: 'print', code: text }];
  };
  templates.set(name, block().nodes);
}

class Scope {
  readonly dot: unknown;
  readonly variables: Map<string, unknown>;
  readonly templates: Templates;
  constructor(dot: unknown, templates: Templates, variables = new Map<string, unknown>([['$', dot]])) {
    this.dot = dot;
    this.templates = templates;
    this.variables = variables;
  }
}

const run = (name: string, dot: unknown, templates: Templates): string => {
  const nodes = templates.get(name);
  if (nodes === undefined) throw new Error(`no template ${name}`);
  return write(nodes, new Scope(dot, templates));
};

const write = (nodes: readonly Node[], scope: Scope): string =>
  nodes.map((node) => writeNode(node, scope)).join('');

function writeNode(node: Node, scope: Scope): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'print') return printed(evaluate(node.code, scope));
  if (node.kind === 'if')
    return write(isTrue(evaluate(node.code, scope)) ? node.ifTrue : node.otherwise, scope);
  if (node.kind === 'set') {
    scope.variables.set(node.name, evaluate(node.code, scope));
    return '';
  }
  const list = evaluate(node.code, scope) ?? {};
  const entries = Array.isArray(list)
    ? [...list.entries()]
    : Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([key, value]) => {
      const [first = '', second] = node.names;
      const variables = new Map(scope.variables).set(second ?? first, value);
      if (second !== undefined) variables.set(first, key);
      return write(node.body, new Scope(value, scope.templates, variables));
    })
    .join('');
}

const isTrue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : Boolean(value);
const printed = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** A pipeline: each result is the last argument of the next function. */
function evaluate(code: string, scope: Scope): unknown {
  const words = code.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
  let at = 0;
  const pipeline = (): unknown => {
    let value = command([]);
    while (words[at] === '|') {
      at += 1;
      value = command([value]);
    }
    return value;
  };
  const command = (last: readonly unknown[]): unknown => {
    const name = words[at] ?? '';
    const call = FUNCTIONS[name];
    if (call !== undefined) at += 1;
    const given: unknown[] = [];
    while (at < words.length && words[at] !== '|' && words[at] !== ')') given.push(operand());
    if (call !== undefined) return call([...given, ...last], scope);
    if (given.length !== 1 || last.length > 0) throw new Error(`not understood: ${code}`);
    return given[0];
  };
  const operand = (): unknown => {
    const word = words[at++] ?? '';
    if (word !== '(') return valueOfWord(word, scope);
    const value = pipeline();
    at += 1;
    return value;
  };
  return pipeline();
}

function valueOfWord(word: string, scope: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word);
  if (/^\d+$/.test(word)) return Number(word);
  const [, variable, path = ''] = /^(\$\w*)?((?:\.\w*)*)$/.exec(word) ?? [];
  if (variable === undefined && path === '') throw new Error(`not understood: ${word}`);
  const start = variable === undefined ? scope.dot : scope.variables.get(variable);
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value as Tree | undefined)?.[name], start);
}

type Call = (given: readonly unknown[], scope: Scope) => unknown;
const FUNCTIONS: Readonly<Record<string, Call>> = {
  include: ([name, dot], { templates }) => run(String(name), dot, templates),
  quote: ([value]) => JSON.stringify(printed(value)),
  default: ([otherwise, value]) => (isTrue(value) ? value : otherwise),
  trunc: ([length, value]) => String(value).slice(0, Number(length)),
  trimSuffix: ([end, value]) =>
    String(value).endsWith(String(end)) ? String(value).slice(0, -String(end).length) : value,
  nindent: ([by, text]) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(by)))}`,
  // Version 1.1 as Go's: there an unquoted y means true.
  toYaml: ([value]) => stringify(value, { version: '1.1', sortMapEntries: true, lineWidth: 0 }).trimEnd(),
  required: ([message, value]) => {
    if (value === undefined || value === null || value === '') throw new Error(String(message));
    return value;
  },
  omit: ([tree, ...names]) =>
    Object.fromEntries(Object.entries((tree ?? {}) as Tree).filter(([name]) => !names.includes(name))),
  dict: ([name, value]) => ({ [String(name)]: value }),
  printf: ([form, ...given]) =>
    given.reduce<string>((text, one) => text.replace('%s', String(one)), String(form)),
  eq: ([one, other]) => one === other,
  or: (given) => given.find(isTrue) ?? given.at(-1),
  not: ([value]) => !isTrue(value),
};
