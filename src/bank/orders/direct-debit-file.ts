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
  /** What the bank was told when the mandate was used last; null for the first time. */
  lastUsed: { iban: string; creditorName: string } | null;
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
  return tellChanges(document.toString(), order);
}

const unchanged = '<AmdmntInd>false</AmdmntInd>';

/** The library knows no other change than that of the creditor identifier; each debit says once that nothing changed, in their order. */
function tellChanges(xml: string, { creditor, debits }: DirectDebitOrder): string {
  const [head = '', ...tails] = xml.split(unchanged);
  return head + tails.map((tail, at) => changesOf(debits[at], creditor.name) + tail).join('');
}

/**
 * A mandate that goes on with another account of the payer or another name of the creditor: the next debit says so (SEPA Core
 * Direct Debit Rulebook, AT-24). `SMNDA` is any other account, of the same bank or another (EPC130-08 since version 9.0, 1.5.4).
 */
function changesOf(debit: DirectDebit | undefined, creditorName: string): string {
  const before = debit?.lastUsed;
  if (!debit || !before) return unchanged;
  const formerName = sepaText(before.creditorName, 70);
  const changes = [
    formerName !== sepaText(creditorName, 70) &&
      `<OrgnlCdtrSchmeId><Nm>${formerName}</Nm></OrgnlCdtrSchmeId>`,
    before.iban !== debit.iban && '<OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct>',
  ].filter((change) => change !== false);
  if (changes.length === 0) return unchanged;
  return `<AmdmntInd>true</AmdmntInd><AmdmntInfDtls>${changes.join('')}</AmdmntInfDtls>`;
}
