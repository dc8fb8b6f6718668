import { env } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';
import { startWorker } from './worker';

// Kept over hot reloads in development: a second worker would be one too many.
const started = globalThis as { hausbuchWorker?: ReturnType<typeof startWorker> };

/** Starts the worker beside the server. A worker that cannot start is logged; the pages work without it. */
export async function startJobs(): Promise<void> {
  if (!env().runsJobs || started.hausbuchWorker) return;
  started.hausbuchWorker = startWorker();
  try {
    const worker = await started.hausbuchWorker;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => void worker.stop().catch(() => {}));
    }
  } catch (error) {
    delete started.hausbuchWorker;
    log().error({ event: 'jobs_not_started', error: describeError(error) });
  }
}
