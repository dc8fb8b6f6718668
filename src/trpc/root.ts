import type { AnyProcedure } from '@trpc/server';
import { accountRouter } from '@/features/account/router';
import { arrearsRouter, reminderRuleRouter } from '@/features/arrears/router';
import { associationRouter } from '@/features/association/router';
import { bankRouter } from '@/features/bank/router';
import { categoryRouter } from '@/features/category/router';
import { costAgreementRouter } from '@/features/cost-agreement/router';
import { costSharingRouter } from '@/features/cost-sharing/router';
import { debitRouter } from '@/features/debit/router';
import { demoRouter } from '@/features/demo/router';
import { depositRouter } from '@/features/deposit/router';
import { documentRouter } from '@/features/document/router';
import { erasureRouter } from '@/features/erasure/router';
import { handoverRouter } from '@/features/handover/router';
import { heatingRouter } from '@/features/heating/router';
import { leaseRouter } from '@/features/lease/router';
import { legalRouter } from '@/features/legal/router';
import { letterRouter, letterTemplateRouter } from '@/features/letter/router';
import { liveRouter } from '@/features/live/router';
import { memberRouter } from '@/features/member/router';
import { meterRouter } from '@/features/meter/router';
import { objectionRouter } from '@/features/objection/router';
import { occupancyRouter } from '@/features/occupancy/router';
import { outboxRouter } from '@/features/outbox/router';
import { overviewRouter } from '@/features/overview/router';
import { payoutRouter } from '@/features/payout/router';
import { bankAccountRouter, landlordRouter, portfolioRouter } from '@/features/portfolio/router';
import { propertyRouter } from '@/features/property/router';
import { receiptRoomRouter } from '@/features/receipt-room/router';
import { recurringRouter } from '@/features/recurring/router';
import { rentRouter } from '@/features/rent/router';
import { chargeRouter, ledgerRouter, paymentRouter } from '@/features/rent-account/router';
import { searchRouter } from '@/features/search/router';
import { setupRouter } from '@/features/setup/router';
import { costStatementRouter } from '@/features/statement/router';
import { statisticsRouter } from '@/features/statistics/router';
import { taxRouter } from '@/features/tax/router';
import { tenantRouter } from '@/features/tenant/router';
import { transactionRouter } from '@/features/transaction/router';
import { unitRouter } from '@/features/unit/router';
import { vatRouter } from '@/features/vat/router';
import { askingEveryRule } from '@/lib/every-rule';
import { createCallerFactory, router } from './init';

/** The one place that knows every feature's router. */
export const appRouter = router({
  account: accountRouter,
  portfolio: portfolioRouter,
  landlord: landlordRouter,
  bankAccount: bankAccountRouter,
  property: propertyRouter,
  unit: unitRouter,
  tax: taxRouter,
  vat: vatRouter,
  tenant: tenantRouter,
  search: searchRouter,
  setup: setupRouter,
  statistics: statisticsRouter,
  arrears: arrearsRouter,
  bank: bankRouter,
  charge: chargeRouter,
  costAgreement: costAgreementRouter,
  costSharing: costSharingRouter,
  costStatement: costStatementRouter,
  demo: demoRouter,
  debit: debitRouter,
  deposit: depositRouter,
  document: documentRouter,
  erasure: erasureRouter,
  handover: handoverRouter,
  association: associationRouter,
  heating: heatingRouter,
  lease: leaseRouter,
  ledger: ledgerRouter,
  legal: legalRouter,
  letter: letterRouter,
  letterTemplate: letterTemplateRouter,
  live: liveRouter,
  member: memberRouter,
  meter: meterRouter,
  objection: objectionRouter,
  occupancy: occupancyRouter,
  outbox: outboxRouter,
  overview: overviewRouter,
  payment: paymentRouter,
  payout: payoutRouter,
  rent: rentRouter,
  category: categoryRouter,
  receiptRoom: receiptRoomRouter,
  recurring: recurringRouter,
  reminderRule: reminderRuleRouter,
  transaction: transactionRouter,
});

export type AppRouter = typeof appRouter;

// Each answer to an input lists all that is wrong with it.
// tRPC types them nested by router; at run time they are one list by path.
const procedures: unknown = appRouter._def.procedures;
for (const { _def } of Object.values(procedures as Record<string, AnyProcedure>)) {
  for (const input of _def.inputs) askingEveryRule(input);
}

export const createCaller = createCallerFactory(appRouter);
