import type { Instrumentation } from 'next';
import { checkAuthKeys } from './auth/key-check';
import { startJobs } from './jobs/start';
import { env } from './lib/env';
import { describeError, log } from './lib/log';

/** Throws a sentence for the person at the console when a setting is missing. */
export async function startServer(): Promise<void> {
  env();
  void startJobs();
  const keys = await checkAuthKeys();
  if (keys === 'no_usable_key') {
    log().fatal({
      event: 'auth_keys_unusable',
      message:
        'The auth server publishes no ES256 or RS256 key, so nobody can sign in. ' +
        'Move the Supabase project from the legacy JWT secret to signing keys.',
    });
  }
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
