import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './root';

/** What each procedure answers, for components that are handed a part of it: `Outputs['tenant']['get']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
