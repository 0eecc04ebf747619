import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one line of counts, alone: `N passed, N failed, N skipped`; each skip is named before it. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed') count.failed += 1;
        else {
          count.skipped += 1;
          const { note } = test.result() as { note?: string };
          skipped.push(`skipped: ${test.fullName}${note === undefined ? '' : ` (${note})`}`);
        }
      }
    }
    // After the summary of the default reporter.
    process.once('exit', () => {
      for (const line of skipped) process.stdout.write(`${line}\n`);
      process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    });
  }
}
