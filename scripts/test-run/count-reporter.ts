import type { ModuleDiagnostic, Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Ends a run with one line of counts, alone: `N passed, N failed, N skipped`. Each failure, repetition and skip is
 * named before it, and the files that took longest: whoever sees only the end of a long run, as of one made elsewhere,
 * still reads what failed and why, and where the time went.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly Failure[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const passed = inState('passed').length;
    const broken = modules.filter(
      (one) => one.state() === 'failed' && [...one.children.allTests()].length === 0,
    );
    const failed = [
      ...inState('failed').map((test) => failLine(placeOf(test), test.result().errors)),
      ...broken.map((one) => failLine(one.moduleId, one.errors())),
      ...errors.map((one) => failLine('outside of a test', [one])),
    ];
    const repeated = tests
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map((test) => `repeated: ${placeOf(test)}: its browser had stopped painting`);
    const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.result().state)).map(skipLine);
    // After the summary of the default reporter.
    process.once('exit', () => {
      for (const line of [...slowestOf(modules), ...failed, ...repeated, ...skipped])
        process.stdout.write(`${line}\n`);
      process.stdout.write(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped\n`);
    });
  }
}

type Failure = { readonly message: string };

/** Maximum number of files named, and the shortest time of one, ms. */
const [SLOW_FILES, SLOW_MS] = [15, 5000];

/** The fields read of a test file. */
interface TimedFile {
  readonly relativeModuleId: string;
  diagnostic(): Pick<ModuleDiagnostic, 'collectDuration' | 'setupDuration' | 'duration'>;
}
/** The slowest test files, slowest first. */
export function slowestOf(modules: readonly TimedFile[]): string[] {
  return modules
    .map((one) => {
      const { collectDuration, setupDuration, duration } = one.diagnostic();
      return { path: one.relativeModuleId, ms: collectDuration + setupDuration + duration };
    })
    .filter(({ ms }) => ms >= SLOW_MS)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOW_FILES)
    .map(({ path, ms }) => `slow: ${Math.round(ms / 1000)} s ${path}`);
}

const LONGEST = 300;

function placeOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function failLine(where: string, errors: readonly Failure[] | undefined): string {
  const said = errors?.map((one) => one.message.replaceAll(/\s+/g, ' ').slice(0, LONGEST)).join('; ');
  return `failed: ${where}${said ? `: ${said}` : ''}`;
}

function skipLine(test: TestCase): string {
  const { note } = test.result() as { note?: string };
  return `skipped: ${test.fullName}${note === undefined ? '' : ` (${note})`}`;
}
