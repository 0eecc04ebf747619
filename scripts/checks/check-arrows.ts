import { readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ARROWS } from './arrows.ts';
import { plantHouse } from './planted-arrows.ts';

const ROOMS = [
  'domain',
  'contracts',
  'i18n',
  'server',
  'web',
  'simulator',
  'testing',
  'e2e',
  'bench',
  'oracle',
];
/** Far fewer than exist: a check that read no modules must fail. */
const MIN_MODULES = 300;

async function cruiseFolders(folders: string[], baseDir = process.cwd()): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    baseDir,
    // The TypeScript of this project is too new for dependency-cruiser: it would read no files and report no
    // violation.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    validate: true,
    ruleSet: { forbidden: ARROWS },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    tsPreCompilationDeps: true,
  } as Parameters<typeof cruise>[1]);
  return output as ICruiseResult;
}

const fail = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

/** Rooms that are imported by name but missing in the importing room's package.json. */
function undeclared({ modules }: ICruiseResult): string[] {
  const declared = new Map(
    ROOMS.map((room) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(`${room}/package.json`, 'utf8'));
      return [room, Object.keys({ ...dependencies, ...devDependencies })];
    }),
  );
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ module }) => {
      const name = /^@aerowatch\/\w+/.exec(module)?.[0];
      const known = declared.get(source.split('/')[0] ?? '');
      return name === undefined || known === undefined || known.includes(name)
        ? []
        : [`not-declared: ${source} → ${name}`];
    }),
  );
}

/** All violations of the import order. */
const violations = ({ summary }: ICruiseResult) =>
  summary.violations.filter(({ rule }) => rule.severity === 'error');

/** Planted imports that were not found, or were found although allowed: then the check does not work. */
async function checkPlanted(): Promise<{ count: number; wrong: string[] }> {
  const { folder, planted, remove } = plantHouse();
  try {
    const found = new Set(
      violations(await cruiseFolders(['.'], folder)).map(({ from, to }) => `${from} → ${to}`),
    );
    const wrong = planted.filter(({ line, forbidden }) => found.has(line) !== forbidden);
    return {
      count: planted.filter(({ forbidden }) => forbidden).length,
      wrong: wrong.map(
        ({ line, forbidden }) => `${line} ${forbidden ? 'was not found' : 'is allowed, but was found'}`,
      ),
    };
  } finally {
    remove();
  }
}

const { count, wrong } = await checkPlanted();
for (const line of wrong.slice(0, 20)) process.stderr.write(`${line}\n`);
if (wrong.length > 0)
  fail(`${wrong.length} of the imports planted by scripts/checks/planted-arrows.ts were judged wrongly.`);

const found = await cruiseFolders(ROOMS);
if (found.summary.totalCruised < MIN_MODULES)
  fail(`The check of the arrows read ${found.summary.totalCruised} modules only: it sees nothing.`);
const broken = [
  ...violations(found).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...undeclared(found),
];
for (const line of broken) process.stderr.write(`${line}\n`);
if (broken.length > 0)
  fail(`${broken.length} imports go against the arrows (scripts/checks/arrows.ts says which may go where).`);
const { totalCruised, totalDependenciesCruised } = found.summary;
process.stdout.write(
  `${totalCruised} modules, ${totalDependenciesCruised} imports, no circle, arrows kept; ${count} planted violations were found\n`,
);
