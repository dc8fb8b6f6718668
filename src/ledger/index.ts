import 'server-only';

/**
 * The rent account of a lease: what is charged, what is paid, what settles what. Whoever wants something of it asks here;
 * `inputs.ts` has the shapes of what is asked, `rules.ts` the arithmetic, `domain/account-kinds.ts` what kinds of charges
 * and methods of payment mean. Behind it, `verbs/` has one file for each thing that can be done, `reads/` what is asked
 * most, `rows/` the rows both are made of.
 */

export { listPayers, listPostingsAbout } from './reads/about-tenant';
export { getAccount } from './reads/account';
export { listAdvances } from './reads/advances';
export { listCarriedAway } from './reads/carried-away';
export { listCharges } from './reads/charges';
export {
  isOpen,
  isOverdue,
  openSums,
  type RentSum,
  rentKinds,
  sumRents,
  totalOf,
} from './reads/figures';
export { hasClaimsBefore, listInterestCharged, listRentClaims } from './reads/interest-claims';
export { findLastEntry } from './reads/last-entry';
export { listLeftCredits } from './reads/left-credits';
export { type DaySum, sumDepositsIn, sumMoneyIn } from './reads/money-in';
export { listOpenItems } from './reads/open-items';
export { hasOpening } from './reads/opening';
export { countOrigins, listProved } from './reads/origins';
export {
  listCredits,
  listDebtors,
  listOverdueRents,
  sumOverdue,
} from './reads/overdue';
export { getPayment } from './reads/payment';
export { listCorrectedLines, listPostedRents, listRentsFrom } from './reads/posted-rents';
export { countPostings, hasPayment, lastPostingDays, leasesOfPostings } from './reads/postings';
export { findFirstReceipt, listReceipts, type Receipt } from './reads/receipts';
export { previewReduction } from './reads/reduction';
export { getRentMonth, sumRentMonth } from './reads/rent-month';
export { getRentYear, listOverdueCharges } from './reads/rent-year';
export {
  findRecorder,
  getStanding,
  listChain,
  listLeasesOf,
  listLeasesOwing,
  listLeasesPaying,
  listOpenOf,
  listStandingPayments,
  listStandings,
  listTransfers,
} from './reads/standing-payments';
export { listStated } from './reads/stated';
export { listVatClaims } from './reads/vat-claims';
export { assertChargesOfLease, type ChargeDraft, type ChargeLineDraft } from './rows/charges';
export { lockForNew, lockLeases, lockStandingLeases } from './rows/lock';
export { listOpen } from './rows/open-items';
export { listSettledRents } from './rows/settled';
export { nothingStated, type StatedBefore, statedDifference, stillStands } from './stated-rules';
export { carryCredit, carryDebt } from './verbs/carry-over';
export { correctCharges } from './verbs/correct-charges';
export { correctPayment } from './verbs/correct-payment';
export { forgetPayer } from './verbs/forget-payer';
export { movePayment } from './verbs/move-payment';
export { openAccount } from './verbs/open-account';
export { postCharge } from './verbs/post-charge';
export { isPosted, postCharges, singleLine } from './verbs/post-charges';
export { postPaid } from './verbs/post-paid';
export { postStatement } from './verbs/post-statement';
export { reallocatePayment } from './verbs/reallocate-payment';
export { recordPayment } from './verbs/record-payment';
export { recordPayments } from './verbs/record-payments';
export { recordTransfer } from './verbs/record-transfer';
export { reduceRent } from './verbs/reduce-rent';
export { refundCredit } from './verbs/refund-credit';
export { reopenAccount } from './verbs/reopen-account';
export { returnPayment } from './verbs/return-payment';
export { returnRefund } from './verbs/return-refund';
export { reversePayment, reversePayments } from './verbs/reverse-payment';
export { revertReturn } from './verbs/revert-return';
export { revertWaiver } from './verbs/revert-waiver';
export { settleAnew } from './verbs/settle-anew';
export {
  isClaimedFromDeposit,
  reverseDepositSettlement,
  settleFromDeposit,
} from './verbs/settle-from-deposit';
export { getVoidable, lockToVoid, voidAccount } from './verbs/void-account';
export { voidCharge } from './verbs/void-charge';
export { waiveCharge } from './verbs/waive-charge';
