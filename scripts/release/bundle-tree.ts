import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { makeLinks, nativeFolder } from '../../server/platform/database/embedded/binaries.ts';
import { rewrite, withoutIcuData, withoutSymbols } from './elf.ts';

// The bundle: the part of this repository that runs in production, laid out so that nothing has to be
// installed (docs/decisions/0137).

interface Locked {
  readonly link?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}
type Packages = Readonly<Record<string, Locked>>;

/** Rooms of the product that run; the console is included as built. */
const ROOMS = ['domain', 'contracts', 'i18n', 'server'] as const;
/** Commands of operators, each a file of scripts. */
const COMMANDS = ['backup', 'restore', 'keys', 'archive', 'database', 'user', 'firmware', 'audit', 'support'];
const FILES = ['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'CHANGELOG.fr.md'];
/** Maximum unpacked size of a bundle, bytes: an image has Debian's 78 MB besides, and stays below 300. */
export const LIMIT = 222e6;
/** Files of packages that only compilers and debuggers read, and their tests. */
const UNREAD = /\.(map|d\.[cm]?ts|md|markdown|flow|tsbuildinfo|a)$/i;
const TRIALS = /^(tests?|__tests__|benchmarks?|examples?)\//;
/** Unused files of single packages: builds for browsers or `require`, sources, font weights of no report. */
const ELSEWHERE: Readonly<Record<string, RegExp>> = {
  '@expo-google-fonts/inter': /^(?!400Regular\/|600SemiBold\/)\d{3}\w+\//,
  '@zxcvbn-ts/language-common': /^(src\/|dist\/zxcvbn-ts\.js$)/,
  '@zxcvbn-ts/language-en': /^(src\/|dist\/zxcvbn-ts\.js$)/,
  '@zxcvbn-ts/language-fr': /^(src\/|dist\/zxcvbn-ts\.js$)/,
  '@modelcontextprotocol/sdk': /^dist\/cjs\//,
  'csv-parse': /^dist\//,
  fontkit: /^(src\/|dist\/browser)/,
  hono: /^dist\/cjs\//,
  mqtt: /^dist\//,
  pdfkit: /^js\/pdfkit\.(standalone|browser)/,
  zod: /^src\//,
};
const LICENCE = /licen[cs]e|notice|copying/i;

/**
 * Paths in package-lock.json of the packages that the rooms need at run time, for this platform where that
 * matters.
 */
export function closure(
  packages: Packages,
  rooms: readonly string[],
  isThere: (path: string) => boolean,
): string[] {
  const found = new Set<string>();
  const walk = (from: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = resolved(packages, from, name);
      if (path === undefined || found.has(path) || !isThere(path)) continue;
      if (packages[path]?.link === true) continue;
      found.add(path);
      walk(path);
    }
  };
  for (const room of rooms) walk(room);
  return [...found].sort();
}

/** Where Node finds a package imported from a path: beside it, then in the folders above. */
function resolved(packages: Packages, from: string, name: string): string | undefined {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return undefined;
  }
}

/**
 * Writes all parts of a bundle into a folder: sources, packages, Node, PostgreSQL, the built console,
 * `bin/aerowatch`.
 */
export function layOut(root: string, target: string, node: string): void {
  for (const path of [...ownFiles(root), ...packageFiles(root)]) {
    const to = join(target, path);
    mkdirSync(dirname(to), { recursive: true });
    copy(join(root, path), to);
  }
  const native = join(target, relative(root, nativeFolder()));
  makeLinks(native);
  for (const folder of ['node_modules/@aerowatch', 'node_modules/.bin', 'bin'])
    mkdirSync(join(target, folder), { recursive: true });
  for (const room of ROOMS) symlinkSync(`../../${room}`, join(target, 'node_modules/@aerowatch', room));
  copy(node, join(target, 'node_modules/.bin/node'));
  if (process.platform === 'linux') {
    rewrite(join(target, 'node_modules/.bin/node'), withoutSymbols);
    for (const library of globSync('lib/libicudata.so.*', { cwd: native }))
      rewrite(join(native, library), withoutIcuData);
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(packageOf(root), null, 2)}\n`);
  writeFileSync(join(target, 'bin/aerowatch'), LAUNCHER);
  chmodSync(join(target, 'bin/aerowatch'), 0o755);
}

/** Files of the product: rooms without tests, the console as built, documents, commands of operators. */
function ownFiles(root: string): string[] {
  const rooms = globSync(`{${ROOMS.join()}}/**/*.*`, { cwd: root, exclude: (name) => NOT.test(name) });
  const whole = globSync('{web/dist,deploy,docs}/**/*.*', { cwd: root });
  const scripts = ['command', 'key-file', ...COMMANDS].map((name) => `scripts/${name}.ts`);
  const commit = ['web/dist/.commit'].filter((path) => existsSync(join(root, path)));
  const all = [...rooms, ...whole, ...scripts, ...commit, ...FILES, 'web/package.json'];
  return all.filter((path) => !statSync(join(root, path)).isDirectory());
}

/** Files of the packages that run, without those that nothing reads. */
function packageFiles(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages;
  };
  return closure(packages, ROOMS, (path) => existsSync(join(root, path))).flatMap((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return globSync('**/*', { cwd: join(root, path), exclude: ['node_modules/**'], withFileTypes: true })
      .filter((file) => !file.isDirectory())
      .map((file) => join(file.parentPath, file.name))
      .filter((file) => isRead(name, relative(join(root, path), file)))
      .map((file) => relative(root, file));
  });
}

/** Whether a file of a package is read where the server runs, or is its licence. */
export function isRead(name: string, file: string): boolean {
  if (LICENCE.test(basename(file))) return true;
  return !UNREAD.test(file) && !TRIALS.test(file) && !ELSEWHERE[name]?.test(file);
}

/** Bytes of all files in a folder, and the largest packages. */
export function sizeOf(folder: string): { bytes: number; largest: readonly string[] } {
  const parts = new Map<string, number>();
  let bytes = 0;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const { size } = lstatSync(path);
    bytes += size;
    const part = relative(folder, path).split('/').slice(0, 3).join('/');
    parts.set(part, (parts.get(part) ?? 0) + size);
  }
  const largest = [...parts].sort(([, one], [, other]) => other - one).slice(0, 5);
  return { bytes, largest: largest.map(([part, size]) => `${part} ${Math.round(size / 1e6)} MB`) };
}

const NOT = /(^|\/)(node_modules|dist|testing|access-walk|fuzz)$|\.test\.ts$|(^|\/)testing[\w-]*\.ts$/;

/** Hard-links a file where possible, without writing its bytes again. Symbolic links stay links. */
function copy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to, { verbatimSymlinks: true });
  }
}

/** Where npm is available, the documented `npm run` commands work and install nothing. */
function packageOf(root: string) {
  const {
    name,
    version,
    private: own,
    license,
    type,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  const scripts = Object.fromEntries(['start', ...COMMANDS].map((one) => [one, `bin/aerowatch ${one}`]));
  return { name, version, private: own, license, type, scripts };
}

const LAUNCHER = `#!/bin/sh
# aerowatch start, aerowatch backup FILE …: what docs/operations.md calls npm start, npm run backup -- FILE …
set -eu
here=$(readlink -f "$0")
top=$(dirname "$(dirname "$here")")
node="$top/node_modules/.bin/node"
command=\${1:-}
[ $# -eq 0 ] || shift
case "$command" in
  start) exec "$node" --max-semi-space-size=8 "$top/server/start.ts" "$@" ;;
  ${COMMANDS.join('|')}) exec "$node" "$top/scripts/$command.ts" "$@" ;;
  *) echo "aerowatch start, or one of: ${COMMANDS.join(', ')}" >&2; exit 2 ;;
esac
`;
