import { readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { arrows } from './arrows.ts';
import { roomCircles } from './room-circles.ts';

const ROOMS = ['domain', 'contracts', 'i18n', 'server', 'web', 'simulator', 'e2e', 'bench', 'oracle'];
/** Far fewer than there are: a check that read nothing must fail. */
const MIN_MODULES = 300;

async function look(folders: string[], root: string): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    // The TypeScript of this project is too new for dependency-cruiser: it would read nothing and say all is well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    validate: true,
    ruleSet: { forbidden: arrows(root) },
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

/** One planted against each rule; a less strict check would let `type-only` and `between rooms` pass. */
const PLANTED = {
  'direction between rooms': 'domain-imports-nothing: domain/imports-server.ts → server/platform/low.ts',
  'circle by value': 'no-circle: server/platform/by-value-a.ts → server/platform/by-value-b.ts',
  'circle by type only': 'no-circle: server/platform/by-type-a.ts → server/platform/by-type-b.ts',
  'circle between rooms':
    'no-circle-of-rooms: server/features/alerting/asks-notifications.ts → server/features/notifications/notified.ts',
};

/** Rooms that are imported by name without standing in the importing room's package.json. */
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

/** Everything that goes against the arrows, a line each. */
function violations(found: ICruiseResult, root: string): string[] {
  const broken = found.summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  const circles = roomCircles(found, root).map((line) => `no-circle-of-rooms: ${line}`);
  return [...broken, ...circles].map((line) => line.replaceAll(root || '\0', ''));
}

const planted = violations(await look(['scripts/planted'], 'scripts/planted/'), 'scripts/planted/');
for (const [kind, line] of Object.entries(PLANTED))
  if (!planted.includes(line))
    fail(
      `The check of the arrows did not find the planted violation "${kind}" (scripts/planted): it is blind to it.`,
    );

const found = await look(ROOMS, '');
if (found.summary.totalCruised < MIN_MODULES)
  fail(`The check of the arrows read ${found.summary.totalCruised} modules only: it sees nothing.`);
const broken = [...violations(found, ''), ...undeclared(found)];
for (const line of broken) process.stderr.write(`${line}\n`);
if (broken.length > 0)
  fail(`${broken.length} imports go against the arrows (scripts/arrows.ts says which may go where).`);
const { totalCruised, totalDependenciesCruised } = found.summary;
process.stdout.write(
  `${totalCruised} modules, ${totalDependenciesCruised} imports, no circle, arrows kept; ${Object.keys(PLANTED).length} planted violations were found\n`,
);
