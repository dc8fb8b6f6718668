import { afterAll, vi } from 'vitest';

/** Unit tests share a process: what a file has put in the place of something goes with it. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
