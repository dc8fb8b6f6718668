import type { Instrumentation } from 'next';

// NEXT_RUNTIME is read here and literally so: the bundler decides by it what the Edge build leaves out.

/** Runs once per server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startServer } = await import('./instrumentation-node');
    await startServer();
  }
}

/** Errors of pages, route handlers and server actions; procedures log their own. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { logRequestError } = await import('./instrumentation-node');
    logRequestError(error, request.method, context);
  }
};
