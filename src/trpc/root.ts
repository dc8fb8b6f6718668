import { accountRouter } from '@/features/account/router';
import { chargeRouter } from '@/features/charge/router';
import { leaseRouter } from '@/features/lease/router';
import { ledgerRouter } from '@/features/ledger/router';
import { paymentRouter } from '@/features/payment/router';
import { rentRouter } from '@/features/rent/router';
import { createCallerFactory, router } from './init';

/** The one place that knows every feature's router. */
export const appRouter = router({
  account: accountRouter,
  charge: chargeRouter,
  lease: leaseRouter,
  ledger: ledgerRouter,
  payment: paymentRouter,
  rent: rentRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
