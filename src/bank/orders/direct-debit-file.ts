import { Document } from 'sepa';
import type { CalendarDate } from '../../lib/calendar.ts';
import { localDay } from './local-day.ts';
import { ownBic } from './own-bic.ts';
import { sepaText } from './sepa-text.ts';

export type DirectDebit = {
  /** Comes back with the bank's line and with a return. */
  endToEnd: string;
  amountCents: number;
  mandateReference: string;
  signedOn: CalendarDate;
  holder: string;
  iban: string;
  purpose: string;
};

export type DirectDebitOrder = {
  messageName: string;
  createdAt: Date;
  collectOn: CalendarDate;
  /** One line on the statement for all of them, instead of one for each. */
  isBatch: boolean;
  creditor: { id: string; name: string; iban: string; bic: string | null };
  debits: readonly DirectDebit[];
};

/**
 * The file a bank takes for SEPA core direct debits: pain.008.001.08 (DFÜ-Abkommen, annex 3, since November 2023; older
 * versions are refused since November 2026). Sequence RCUR for all, the first included (rulebook 2016). The same order gives
 * the same file.
 */
export function directDebitFile(order: DirectDebitOrder): string {
  const { creditor } = order;
  const document = new Document('pain.008.001.08');
  document.grpHdr.id = order.messageName;
  document.grpHdr.created = order.createdAt;
  document.grpHdr.initiatorName = sepaText(creditor.name, 70);
  const info = document.createPaymentInfo();
  info.collectionDate = localDay(order.collectOn);
  info.sequenceType = 'RCUR';
  info.localInstrumentation = 'CORE';
  info.batchBooking = order.isBatch;
  info.creditorId = creditor.id;
  info.creditorName = sepaText(creditor.name, 70);
  info.creditorIBAN = creditor.iban;
  info.creditorBIC = ownBic(creditor);
  document.addPaymentInfo(info);
  for (const debit of order.debits) {
    const transaction = info.createTransaction();
    transaction.end2endId = debit.endToEnd;
    transaction.amount = debit.amountCents / 100;
    transaction.mandateId = debit.mandateReference;
    transaction.mandateSignatureDate = localDay(debit.signedOn);
    transaction.debtorName = sepaText(debit.holder, 70);
    transaction.debtorIBAN = debit.iban;
    transaction.remittanceInfo = sepaText(debit.purpose, 140);
    info.addTransaction(transaction);
  }
  return document.toString();
}
