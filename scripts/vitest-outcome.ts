import fs from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Outcome } from './outcomes.ts';

type Errors = readonly { message: string; name?: string }[];

const said = (errors: Errors) => errors[0]?.message ?? '';

function outcomeOf(module: TestModule): Outcome {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests()];
  // What could not be loaded or set up fails without any test of its own.
  const around = [module, ...module.children.allSuites()].filter((one) => one.errors().length > 0);
  return {
    failures: [
      ...around.map((one) => ({
        file,
        title: one.type === 'suite' ? `set-up of ${one.fullName}` : '',
        error: said(one.errors()),
      })),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({ file, title: test.fullName, error: said(test.result().errors ?? []) })),
    ],
    again: tests.filter((test) => test.diagnostic()?.flaky).map((test) => `${file} ${test.fullName}`),
  };
}

/** Writes what a run is remembered by, an `Outcome` as JSON, into the file that `OUTCOME` names. */
export default class VitestOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const file = process.env.OUTCOME;
    if (!file) return;
    const outcomes = modules.map(outcomeOf);
    const outside = unhandled.map((one) => ({ file: '', title: 'outside a test', error: said([one]) }));
    const outcome: Outcome = {
      failures: [...outcomes.flatMap(({ failures }) => failures), ...outside],
      again: outcomes.flatMap(({ again }) => again),
    };
    fs.writeFileSync(file, JSON.stringify(outcome));
  }
}
