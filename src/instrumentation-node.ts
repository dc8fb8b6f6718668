import path from 'node:path';
import type { Instrumentation } from 'next';
import { concealPrintedErrors } from '@/lib/server/console-errors';
import { env, SettingsError, traceName } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';
import { logRequests } from '@/lib/server/request-log';
import { bundleProblem, findSecretInBundle, keySetProblem, readKeySet } from '@/lib/server/start-guard';
import { startJobs } from './jobs/start';

/** Throws a sentence for the person at the console when a setting is missing or the keys are not safe. */
export async function startServer(): Promise<void> {
  const name = traceName();
  if (name !== null) (await import('@/lib/server/telemetry')).startTelemetry(name);
  const { supabaseUrl, supabaseSecretKey } = env();
  const leak = findSecretInBundle(path.join(process.cwd(), '.next', 'static'), supabaseSecretKey);
  if (leak !== null) throw new SettingsError(bundleProblem(leak));
  const problem = keySetProblem(supabaseUrl, await readKeySet(supabaseUrl));
  if (problem !== null) throw new SettingsError(problem);
  logRequests();
  // What stops the start was told to the person at the console as it is.
  if (env().isProduction) concealPrintedErrors();
  void startJobs();
}

/** `digest` is the id the error page shows. */
export function logRequestError(
  error: unknown,
  method: string,
  context: Parameters<Instrumentation.onRequestError>[2],
): void {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined;
  log().error({
    event: 'page_error',
    errorId: digest,
    method,
    route: context.routePath,
    kind: context.routeType,
    error: describeError(error),
  });
}
