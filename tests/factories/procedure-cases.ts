import { accountCases } from './cases/account-cases.ts';
import { bankCases } from './cases/bank-cases.ts';
import { bookingCases } from './cases/booking-cases.ts';
import { debitCases } from './cases/debit-cases.ts';
import { leaseCases } from './cases/lease-cases.ts';
import { ledgerCases } from './cases/ledger-cases.ts';
import { payoutCases } from './cases/payout-cases.ts';
import type { ProcedureCase } from './cases/procedure-case.ts';
import { receiptCases } from './cases/receipt-cases.ts';
import { recordCases } from './cases/record-cases.ts';

/**
 * A valid call of every procedure. A procedure that is missing here fails `procedures.test.ts`: add it, and
 * it is tried signed out, with spoiled tokens, by a stranger, by a viewer and with bad input.
 */
export const procedureCases: Record<string, ProcedureCase> = {
  ...accountCases,
  ...bankCases,
  ...debitCases,
  ...payoutCases,
  ...receiptCases,
  ...recordCases,
  ...leaseCases,
  ...ledgerCases,
  ...bookingCases,
};
