// Builds the web console when its sources differ from those of the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Sources of the console. */
const SOURCES = [
  'web',
  'contracts',
  'domain',
  'i18n',
  'package-lock.json',
  'CHANGELOG.md',
  'CHANGELOG.fr.md',
];
const NOT = new Set(['node_modules', 'dist']);

function* filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) yield path;
  else
    for (const name of readdirSync(full).sort())
      if (!NOT.has(name) && !/\.test\.tsx?$/.test(name)) yield* filesOf(`${path}/${name}`);
}

const hash = createHash('sha256');
for (const source of SOURCES)
  for (const file of filesOf(source))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
const now = hash.digest('hex');
const note = join(root, 'web/dist/.sources');
if (existsSync(note) && readFileSync(note, 'utf8') === now) {
  writeCommit();
  process.exit(0);
}

console.error('Building the web console …');
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  { cwd: join(root, 'web'), stdio: ['ignore', 2, 2] },
);
if (status !== 0) {
  console.error('The web console was not built; see above.');
  process.exit(1);
}
writeFileSync(note, now);
writeCommit();

/** For a copy of this folder without its git history: server/platform/release.ts reads the file. */
function writeCommit() {
  const { status, stdout } = spawnSync('git', ['-C', root, 'rev-parse', 'HEAD'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status === 0 && existsSync(join(root, '.git'))) writeFileSync(join(root, 'web/dist/.commit'), stdout);
}
