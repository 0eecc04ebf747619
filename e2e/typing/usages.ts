import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const FOLDER = 'forms/';
/** A component with parsed text is in `web/forms` and is drawn by `TypedInput`, or marks its own inputs. */
const isField = (source: string): boolean => /data-kind=|<TypedInput|<CalendarInput/.test(source);
const COMPONENTS = new Set(
  globSync('**/*.tsx', { cwd: `${WEB}${FOLDER}` })
    .filter((file) => isField(readFileSync(`${WEB}${FOLDER}${file}`, 'utf8')))
    .flatMap((file) => exportsOf(readFileSync(`${WEB}${FOLDER}${file}`, 'utf8'))),
);
function exportsOf(source: string): string[] {
  const exports = /^export (?:function ([A-Z]\w*)|const ([A-Z]\w*) = memoField\()/gm;
  return [...source.matchAll(exports)].map(([, name, kept]) => (name ?? kept)!);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A field in a source file: its component, and the key of its label if the source has one. */
export interface Usage {
  readonly component: string;
  readonly label: string | null;
}
function usagesIn(source: string): Usage[] {
  const found: Usage[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'JSXOpeningElement') {
      const text = source.slice(node.start, node.end);
      const component = /^<([A-Z]\w*)/.exec(text)?.[1] ?? '';
      if (COMPONENTS.has(component))
        found.push({ component, label: /\blabel=\{\w+\('([\w.]+)'\)\}/.exec(text)?.[1] ?? null });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child);
  };
  walk(parseSync('x.tsx', source).program as unknown as Node);
  return found;
}

/** The source files of screens, except the gallery, which repeats parts of them. */
export const SCREEN_SOURCES = globSync('{app,entities,screens,ui,table}/**/*.tsx', { cwd: WEB })
  .filter((file) => !file.startsWith('app/gallery/'))
  .map((file) => [file, readFileSync(`${WEB}${file}`, 'utf8')] as const);

/** Every parsed field, by the source file that draws it. */
export const USAGES: ReadonlyMap<string, readonly Usage[]> = new Map(
  SCREEN_SOURCES.map(([file, source]) => [file, usagesIn(source)] as const).filter(
    ([, usages]) => usages.length > 0,
  ),
);
