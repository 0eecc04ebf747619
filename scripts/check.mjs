// All checks that do not run the product, fastest first. Each failure names its remedy.
import { spawnSync } from 'node:child_process';

const STEPS = [
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.'], 'npm run format mends most of it'],
  [
    'arrows',
    'node',
    ['scripts/checks/check-arrows.ts'],
    'move the import, or the file, to the room it belongs to (ARCHITECTURE.md)',
  ],
  [
    'lengths of functions, files in a folder',
    'node',
    ['scripts/checks/check-sizes.ts'],
    'split the function, or sort the folder; what no longer needs its line in scripts/checks/sizes.json is taken off',
  ],
  // By default four checkers infer half of the types twice: 29 s of processor time instead of 16.
  ['types', 'tsc', ['-p', 'tsconfig.json', '--checkers', '1'], 'mend the types'],
  ['unused files, exports, packages', 'knip', ['--no-progress'], 'remove what nobody uses'],
  [
    'used by tests alone',
    'knip',
    ['--no-progress', '--production', '--include', 'exports,files'],
    'remove it with its tests',
  ],
];

let failed = 0;
for (const [name, command, args, mend] of STEPS) {
  const start = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (status === 0) console.log(`✓ ${name} (${seconds} s)`);
  else {
    failed += 1;
    console.log(`✗ ${name} (${seconds} s): ${mend}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
