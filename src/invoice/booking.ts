import type { Invoice } from './invoice.ts';
import { signed } from './values.ts';

/** What a booking of an invoice begins with; null is left to whoever books it. */
export type Proposal = {
  /** What is to be paid, in cents; below zero for a credit note, which brings money back. */
  amountCents: number | null;
  vatRateBp: number | null;
  payee: string | null;
  title: string | null;
  invoiceNumber: string | null;
  invoiceOn: string | null;
  serviceFrom: string | null;
  serviceTo: string | null;
};

/**
 * Reads a booking out of an invoice, one that was paid or, of income, one that was written. What was paid before is booked already, so the amount is what is left to pay; all of it
 * where nothing is left, since then this is the receipt of what was paid at once. A rate of VAT only where there is one.
 */
export function proposalOf(
  invoice: Invoice,
  { currency, isExpense }: { currency: string; isExpense: boolean },
): Proposal {
  const { grossCents, payableCents, lines, vat } = invoice;
  const paid = payableCents === 0 ? grossCents : (payableCents ?? grossCents);
  const isOurs = invoice.currency === currency;
  const [group, another] = vat;
  const [line, more] = lines;
  return {
    amountCents: paid === null || !isOurs ? null : signed(paid, !invoice.isCredit),
    vatRateBp: group && !another && (group.rateBp ?? 0) > 0 ? group.rateBp : null,
    payee: isExpense ? (invoice.payee ?? invoice.seller.name) : invoice.buyer.name,
    title: line && !more ? line.name : null,
    invoiceNumber: invoice.number,
    invoiceOn: invoice.issuedOn,
    serviceFrom: invoice.serviceTo === null ? null : invoice.serviceFrom,
    serviceTo: invoice.serviceFrom === null ? null : invoice.serviceTo,
  };
}
