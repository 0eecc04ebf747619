import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Components without a look of their own, or with one that covers the page. */
const UNSEEN: Readonly<Record<string, string>> = {
  useNow: 'a clock',
  FetchedView: 'LoadingLines, ErrorState or what is fetched',
  WhenVisible: 'what it holds',
  PartBoundary: 'ErrorState',
  ConfirmDelete: 'a dialog, held against WCAG where it opens',
  scatterTable: 'numbers',
  ChartTable: 'in CurveView as a table',
  Legend: 'in CurveView',
  TimeChart: 'in CurveView',
  FileFailure: 'FailureAlert',
  NewPasswordFields: 'PasswordField, twice',
  useSameTwice: 'a check',
  wallOf: 'a time',
  momentOf: 'a time',
  VisitorCard: 'the page of a visitor',
  VisitorForm: 'the page of a visitor',
  VisitorNews: 'the page of a visitor',
};
const here = (path: string) => new URL(path, import.meta.url);
const textOf = (path: string) => readFileSync(here(path), 'utf8');
/** Names of the components that a file exports; a constant that is a component is named like one (memo, lazyPart). */
const partsOf = (text: string) =>
  [...text.matchAll(/export (?:function|class|const(?= [A-Z]\w*[a-z])) (\w+)/g)].map(([, part]) => part!);

it('shows every part of ui, charts and forms', () => {
  const gallery = readdirSync(here('.'))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => textOf(`./${name}`))
    .join('\n');
  const parts = ['ui', 'charts', 'forms'].flatMap((room) =>
    readdirSync(here(`../../${room}`))
      .filter((name) => name.endsWith('.tsx'))
      .flatMap((name) => partsOf(textOf(`../../${room}/${name}`))),
  );
  expect(parts.length).toBeGreaterThan(30);
  const missing = parts.filter((part) => !(part in UNSEEN) && !new RegExp(`<${part}\\b`).test(gallery));
  expect(missing).toEqual([]);
  // No exception outlives its component.
  expect(Object.keys(UNSEEN).filter((part) => !parts.includes(part))).toEqual([]);
});
it('asks for parts however they are written', () => {
  const text =
    'export function Button() {}\nexport const Row = memo(() => null);\nexport const LIMIT = 3;\nexport const one = 1;';
  expect(partsOf(text)).toEqual(['Button', 'Row']);
});
