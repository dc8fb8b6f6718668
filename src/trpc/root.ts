import { accountRouter } from '@/features/account/router';
import { createCallerFactory, router } from './init';

/** The one place that knows every feature's router. */
export const appRouter = router({
  account: accountRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
