import { Document } from 'sepa';
import type { CalendarDate } from '../../lib/calendar.ts';
import { localDay } from './local-day.ts';
import { ownBic } from './own-bic.ts';
import { sepaText } from './sepa-text.ts';

export type CreditTransfer = {
  /** Comes back with the bank's line and with a return. */
  endToEnd: string;
  amountCents: number;
  holder: string;
  iban: string;
  purpose: string;
};

export type CreditTransferOrder = {
  messageName: string;
  createdAt: Date;
  executeOn: CalendarDate;
  /** One line on the statement for all of them, instead of one for each. */
  isBatch: boolean;
  payer: { name: string; iban: string; bic: string | null };
  transfers: readonly CreditTransfer[];
};

/**
 * The file a bank takes for SEPA credit transfers: pain.001.001.09 (DFÜ-Abkommen, annex 3, since November 2023; older versions
 * are refused since November 2026). The same order gives the same file.
 */
export function creditTransferFile(order: CreditTransferOrder): string {
  const { payer } = order;
  const document = new Document('pain.001.001.09');
  document.grpHdr.id = order.messageName;
  document.grpHdr.created = order.createdAt;
  document.grpHdr.initiatorName = sepaText(payer.name, 70);
  const info = document.createPaymentInfo();
  info.requestedExecutionDate = localDay(order.executeOn);
  info.batchBooking = order.isBatch;
  info.debtorName = sepaText(payer.name, 70);
  info.debtorIBAN = payer.iban;
  info.debtorBIC = ownBic(payer);
  document.addPaymentInfo(info);
  for (const transfer of order.transfers) {
    const transaction = info.createTransaction();
    transaction.end2endId = transfer.endToEnd;
    transaction.amount = transfer.amountCents / 100;
    transaction.creditorName = sepaText(transfer.holder, 70);
    transaction.creditorIBAN = transfer.iban;
    transaction.remittanceInfo = sepaText(transfer.purpose, 140);
    info.addTransaction(transaction);
  }
  return document.toString();
}
