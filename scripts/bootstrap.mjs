// Runs first: installs the packages of package-lock.json. Plain Node 20, without packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that are missing or of another version. Optional ones (other platforms) may be missing. */
function unmet() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return ['node_modules'];
  const installed = read('node_modules/.package-lock.json');
  return Object.entries(read('package-lock.json'))
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .filter(([path, entry]) => {
      const there = installed[path];
      if (there === undefined)
        return entry.optional !== true && entry.devOptional !== true && entry.peer !== true;
      return there.version !== entry.version || !existsSync(join(root, path, 'package.json'));
    })
    .map(([path]) => path);
}

/** Whether the Node that npm installed works: its install script may have been blocked. */
function nodeWorks() {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
  const { stdout } = spawnSync(node, ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout?.trim() === `v${wanted}`;
}

function run(args) {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`npm ${args.join(' ')} failed; see above.`);
    process.exit(1);
  }
}

const missing = unmet();
if (missing.length > 0) {
  console.error(
    `Installing packages (${missing.length === 1 ? missing[0] : `${missing.length} missing or of another version`}) …`,
  );
  // Warnings concern the Node that runs npm, which runs nothing else, and scripts that are not needed.
  run(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
if (!nodeWorks()) {
  run(['rebuild', 'node', '--foreground-scripts']);
  if (!nodeWorks()) {
    console.error('The package "node" has no working program: allow its install script and run npm ci.');
    process.exit(1);
  }
}

// The Node that npm installed may be newer than the one that runs this.
if (process.argv.includes('--web')) {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const { status } = spawnSync(node, [join(root, 'scripts/build-web.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  process.exit(status ?? 1);
}
