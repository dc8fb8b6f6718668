import { describeError } from './log.ts';

/**
 * Next prints every error of a page, an action or a route as it is, beside the line of ours (`logRequestError`): of a database
 * error that is the statement with what was written, names and accounts of banks among it. From here on what is printed of an
 * error is what may be logged of it. For a built product; while developing one wants to see all of it.
 */
export function concealPrintedErrors(): void {
  const print = console.error;
  console.error = (...said: unknown[]) =>
    print(...said.map((one) => (one instanceof Error ? JSON.stringify(describeError(one)) : one)));
}
