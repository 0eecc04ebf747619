import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { crowdedFolders } from './sizes/crowded-folders.ts';
import { longFunctions } from './sizes/function-lines.ts';

// Functions of at most 60 lines, folders of at most 20 code files. Functions and folders above the limit when
// this check was introduced are listed as `left` in sizes.json, a list that only gets shorter; a permanent
// exception is listed with its reason. A function is listed by its file name without the folder, because
// files move.

const MAX_LINES = 60;
const MAX_FILES = 20;
/** Many exceptions would make the limit meaningless. */
const MAX_EXCEPTIONS = 14;
/** Far fewer than exist: a check that read no files must fail. */
const MIN_FILES = 1_000;
const LIST = 'scripts/checks/sizes.json';
const ROOMS = '{domain,contracts,i18n,server,web,simulator,e2e,bench,oracle,testing,scripts,docs,deploy}';

interface Sizes {
  functions: { exceptions: Record<string, string>; left: Record<string, string[]> };
  folders: { exceptions: Record<string, string>; left: string[] };
}

const problems: string[] = [];
const sizes: Sizes = JSON.parse(readFileSync(LIST, 'utf8'));

/** Files of code, without generated ones. */
const paths = globSync(`{${ROOMS}/**/*,*}.{ts,tsx,mjs,js}`, {
  exclude: ['**/node_modules', '**/dist', 'web/public', '**/*.generated.*'],
}).map((path) => path.replaceAll(sep, '/'));

function longIn(path: string, source: string, isException: (key: string) => boolean) {
  // A file with fewer lines cannot contain a longer function.
  if (source.split('\n', MAX_LINES + 1).length <= MAX_LINES) return [];
  const keyOf = (name: string) => `${posix.basename(path)} ${name}`;
  return longFunctions(source, {
    tsx: !path.endsWith('.ts'),
    limit: MAX_LINES,
    isException: (name) => isException(keyOf(name)),
  }).map(({ name, line, lines }) => ({
    room: path.split('/')[0]!,
    key: keyOf(name),
    text: `${path}:${line} ${name}: ${lines} lines, at most ${MAX_LINES}`,
  }));
}

/**
 * Checks that the script counts lines that the linter does not: JSX text, functions within functions, blank
 * lines.
 */
function findsWhatIsPlanted(): boolean {
  const lines = (count: number, line: string) => `${line}\n`.repeat(count);
  const source = [
    `export function Text() {\n  return (\n<p>\n${lines(56, 'word é')}</p>\n  );\n}\n`,
    `const blank = () => {\n${lines(58, '')}};\n`,
    `export function sixty() {\n${lines(58, '// no code')}}\n`,
    `const outer = { method() {\n  const inner = () => {\n${lines(57, '  run();')}  };\n}};\n`,
    `describe('all', () => {\n${lines(70, "it('one', () => {});")}});\n`,
    `describe.skip('all', () => {\nit('is long', () => {\n${lines(70, 'run();')}});\n});\n`,
    `call(named, (one) => {\n${lines(70, 'run();')}});\n`,
  ].join('');
  const found = longIn('planted/one.tsx', source, (key) => key === 'one.tsx call').map(({ key }) => key);
  const full = Array.from({ length: MAX_FILES + 1 }, (_, at) => `full/${at}.ts`);
  const fits = full.slice(1).map((path) => path.replace('full', 'fits'));
  const tests = full.map((path) => path.replace('full', 'fits').replace('.ts', '.test.ts'));
  const crowded = crowdedFolders([...full, ...fits, ...tests], MAX_FILES);
  return (
    found.join() === 'one.tsx Text,one.tsx method,one.tsx it “is long”' &&
    crowded.map(({ folder }) => folder).join() === 'full'
  );
}

/** Findings that are not listed, and listed items that are no longer found. */
function compare(found: { key: string; text: string }[], left: readonly string[]): void {
  const rest = [...left];
  for (const { key, text } of found) {
    const at = rest.indexOf(key);
    if (at < 0) problems.push(text);
    else rest.splice(at, 1);
  }
  for (const key of rest) problems.push(`${key}: is no longer so, take it off ${LIST}`);
}

/**
 * The list at the commit where this branch left main, otherwise at the commit before; none in a copy without
 * history.
 */
function earlier(): Sizes | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const from = (find: () => string): Sizes | undefined => {
    try {
      return JSON.parse(git('show', `${find()}:${LIST}`));
    } catch {
      return undefined;
    }
  };
  return from(() => git('merge-base', 'HEAD', 'main')) ?? from(() => 'HEAD^');
}

const countLeft = ({ functions, folders }: Sizes) => ({
  functions: Object.values(functions.left).flat().length,
  folders: folders.left.length,
});

if (!findsWhatIsPlanted()) problems.push('The check of sizes did not find what was planted: it is blind.');
if (paths.length < MIN_FILES)
  problems.push(`The check of sizes read ${paths.length} files only: it sees nothing.`);

const sources = paths.map((path) => ({ path, source: readFileSync(path, 'utf8') }));
const met = new Set<string>();
const isException = (key: string) => {
  if (!(key in sizes.functions.exceptions)) return false;
  met.add(key);
  return true;
};
const long = sources.flatMap(({ path, source }) => longIn(path, source, isException));
for (const room of new Set([...long.map((one) => one.room), ...Object.keys(sizes.functions.left)]))
  compare(
    long.filter((one) => one.room === room),
    sizes.functions.left[room] ?? [],
  );

const crowded = crowdedFolders(paths, MAX_FILES);
for (const { folder } of crowded) if (folder in sizes.folders.exceptions) met.add(folder);
compare(
  crowded
    .filter(({ folder }) => !(folder in sizes.folders.exceptions))
    .map(({ folder, files }) => ({ key: folder, text: `${folder}: ${files} files, at most ${MAX_FILES}` })),
  sizes.folders.left,
);

for (const { exceptions } of [sizes.functions, sizes.folders]) {
  const names = Object.keys(exceptions);
  if (names.length > MAX_EXCEPTIONS)
    problems.push(`${names.length} exceptions, at most ${MAX_EXCEPTIONS}: split one of them`);
  for (const name of names) {
    if (!met.has(name)) problems.push(`${name}: needs no exception, take it off ${LIST}`);
    if (exceptions[name] === '') problems.push(`${name}: an exception says its reason`);
  }
}

const now = countLeft(sizes);
const before = countLeft(earlier() ?? sizes);
for (const kind of ['functions', 'folders'] as const)
  if (now[kind] > before[kind])
    problems.push(`${LIST}: ${now[kind]} ${kind} are left, ${before[kind]} were; the list only gets shorter`);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${paths.length} files; over ${MAX_LINES} lines: ${now.functions} functions; over ${MAX_FILES} files: ${now.folders} folders; what was planted was found\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
