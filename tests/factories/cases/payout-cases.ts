import { payoutOf } from '../payouts.ts';
import type { ProcedureCase } from './procedure-case.ts';

export const payoutCases: Record<string, ProcedureCase> = {
  'payout.payable': { rung: 'member', input: () => ({}) },
  'payout.list': { rung: 'member' },
  'payout.get': { rung: 'member', input: (ids) => ({ id: ids.payout }) },
  'payout.file': { rung: 'manager', input: (ids) => ({ id: ids.payout }) },
  'payout.create': {
    rung: 'manager',
    input: (ids) => payoutOf(ids.creditor, [{ leaseId: ids.overpaidLease, amountCents: 1_234 }]),
  },
  'payout.cancel': { rung: 'manager', input: (ids) => ({ id: ids.payout }) },
  'payout.cancelTransfer': { rung: 'manager', input: (ids) => ({ id: ids.transfer }) },
};
