import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Ends a run with one line of counts, alone: `N passed, N failed, N skipped`; each skip is named before it. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const passed = inState('passed').length;
    const broken = modules.filter(
      (one) => one.state() === 'failed' && [...one.children.allTests()].length === 0,
    );
    const failed = errors.length + broken.length + inState('failed').length;
    const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.result().state)).map(skipLine);
    // After the summary of the default reporter.
    process.once('exit', () => {
      for (const line of skipped) process.stdout.write(`${line}\n`);
      process.stdout.write(`${passed} passed, ${failed} failed, ${skipped.length} skipped\n`);
    });
  }
}

function skipLine(test: TestCase): string {
  const { note } = test.result() as { note?: string };
  return `skipped: ${test.fullName}${note === undefined ? '' : ` (${note})`}`;
}
