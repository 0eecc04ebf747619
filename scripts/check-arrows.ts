import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { arrows } from './arrows.ts';

const ROOMS = ['domain', 'contracts', 'i18n', 'server', 'web', 'simulator', 'e2e', 'bench'];
/** Far fewer than there are: a check that read nothing must fail. */
const LEAST_MODULES = 300;

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

const planted = await look(['scripts/planted'], 'scripts/planted/');
if (!planted.summary.violations.some((one) => one.rule.name === 'domain-imports-nothing'))
  fail('The check of the arrows did not find the planted violation (scripts/planted): it sees nothing.');

const { summary } = await look(ROOMS, '');
if (summary.totalCruised < LEAST_MODULES)
  fail(`The check of the arrows read ${summary.totalCruised} modules only: it sees nothing.`);
for (const { rule, from, to } of summary.violations.filter((one) => one.rule.severity === 'error'))
  process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
if (summary.error > 0)
  fail(`${summary.error} imports go against the arrows (scripts/arrows.ts says which may go where).`);
process.stdout.write(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports, arrows kept; the planted violation was found\n`,
);
