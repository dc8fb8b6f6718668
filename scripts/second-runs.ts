import fs from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes down the tests that passed only when they ran again, a line each, into the file that `SECOND_RUNS` names. */
export default class SecondRuns implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env.SECOND_RUNS;
    if (file && test.diagnostic()?.flaky)
      fs.appendFileSync(file, `${test.module.relativeModuleId}: ${test.fullName}\n`);
  }
}
