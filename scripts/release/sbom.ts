import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bill, shippedOf } from './bill.ts';
import { type Statement, vexOf } from './vex.ts';

// Writes dist/sbom.cdx.json (CycloneDX, by npm) and docs/licences.md with the components of a running
// console. Fails when a package states no licence, or one that has not been reviewed yet.

interface Component {
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { license?: { id?: string; name?: string }; expression?: string }[];
}
/** Rooms whose packages run in production; the tests, the benches and the tools do not ship. */
const ROOMS = ['domain', 'contracts', 'i18n', 'server', 'web', 'simulator'];
/** Licences that were reviewed and may ship. */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND OFL-1.1',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  'MIT-0',
  // Used unchanged, it only covers its own files.
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that state their licence only in their LICENSE file. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const root = fileURLToPath(new URL('../..', import.meta.url));
// What development tools ask of each other's versions is no matter of what ships, and would refuse the bill.
const answer = execFileSync(
  'npm',
  [
    'sbom',
    '--legacy-peer-deps',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    ...ROOMS.flatMap((room) => ['-w', room]),
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
);
/** Names of the packages that a room needs to run. */
const askedBy = (room: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')).dependencies ?? {});
const bill = shippedOf(
  JSON.parse(answer) as Bill<Component>,
  Object.fromEntries(ROOMS.map((room) => [`@aerowatch/${room}`, askedBy(room)])),
);
// npm names it after its folder.
bill.metadata.component.name = 'aerowatch';
mkdirSync(new URL('../../dist', import.meta.url), { recursive: true });
writeFileSync(new URL('../../dist/sbom.cdx.json', import.meta.url), `${JSON.stringify(bill, null, 2)}\n`);

const packages = bill.components
  .filter((one) => !one.purl.startsWith('pkg:npm/%40aerowatch/'))
  .map((one) => ({ name: nameOf(one), version: one.version, licence: licenceOf(one) }))
  .sort((a, b) => (a.name === b.name ? a.version.localeCompare(b.version) : a.name < b.name ? -1 : 1));
const counts = Map.groupBy(packages, (one) => one.licence);
const lines = [
  '# Licences',
  '',
  'Packages that a running console is made of. Made by `npm run sbom`, which also writes the bill of materials',
  '(CycloneDX) to `dist/sbom.cdx.json`; do not edit.',
  '',
  '| licence | packages |',
  '|---|---|',
  ...[...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, all]) => `| ${licence} | ${all.length} |`),
  '',
  '| package | version | licence |',
  '|---|---|---|',
  ...packages.map((one) => `| ${one.name} | ${one.version} | ${one.licence} |`),
  '',
];
writeFileSync(new URL('../../docs/licences.md', import.meta.url), lines.join('\n'));
const statements = JSON.parse(
  readFileSync(new URL('../../docs/vex.json', import.meta.url), 'utf8'),
) as readonly Statement[];
writeFileSync(
  new URL('../../dist/vex.cdx.json', import.meta.url),
  `${JSON.stringify(vexOf(bill, statements, new Date()), null, 2)}\n`,
);
process.stdout.write(
  `${packages.length} packages: docs/licences.md, dist/sbom.cdx.json; ${statements.length} statements: dist/vex.cdx.json\n`,
);

const unknown = packages.filter((one) => !KNOWN.has(one.licence));
for (const one of unknown)
  process.stderr.write(`${one.name} ${one.version}: nobody has looked at its licence “${one.licence}”\n`);
if (unknown.length > 0) process.exitCode = 1;

function nameOf({ purl }: Component): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/@[^@]*$/, ''));
}

function licenceOf({ name, licenses = [] }: Component): string {
  const said = licenses.map((one) => one.expression ?? one.license?.id ?? one.license?.name ?? '');
  return said.join(' OR ') || READ[name] || 'none said';
}
