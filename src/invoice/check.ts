import { isIban } from '../lib/iban.ts';
import { sumCents } from '../lib/money.ts';
import type { Invoice } from './invoice.ts';

/**
 * What somebody who pays an invoice has to know of it. `summary`: its profile has no lines, which § 14 (4) UStG asks for. The
 * sums are rules of EN 16931, which the tax office calls mistakes of business rules (BMF, 15 October 2025, on 14.1 and 14.4
 * UStAE).
 */
export const invoiceFlaws = [
  'summary',
  'number',
  'issued_on',
  'seller',
  'tax_number',
  'service',
  'lines_sum',
  'net_sum',
  'vat_rate',
  'vat_sum',
  'gross_sum',
  'payable_sum',
  'iban',
] as const;
export type InvoiceFlaw = (typeof invoiceFlaws)[number];

/** Amounts that are not there are noughts, where the standard has them as optional. */
const sum = (amounts: readonly (number | null)[]) => sumCents(amounts.map((amount) => amount ?? 0));

const differs = (stated: number | null, counted: number) => stated !== null && stated !== counted;

/**
 * What is wrong with an invoice, in the order in which it is read: BR-CO-10, 13, 14, 15, 16, 17 of EN 16931 and what § 14 (4)
 * UStG asks for. VAT of a rate may be a cent apart for each line: sellers add up rounded lines.
 */
export function flawsOf(invoice: Invoice): InvoiceFlaw[] {
  const { lines, vat, adjustments } = invoice;
  const isSummary = lines.length === 0;
  const grosses = sum([invoice.netCents, invoice.vatCents]);
  const payable = sum([invoice.grossCents, invoice.roundingCents]) - (invoice.paidCents ?? 0);
  const apart = Math.max(1, lines.length);
  const found: Record<InvoiceFlaw, boolean> = {
    summary: isSummary,
    number: invoice.number === null,
    issued_on: invoice.issuedOn === null,
    seller: invoice.seller.name === null,
    tax_number: invoice.seller.vatId === null && invoice.seller.taxNumber === null,
    service: invoice.serviceTo === null,
    lines_sum: !isSummary && differs(invoice.linesCents, sum(lines.map((line) => line.netCents))),
    net_sum:
      !isSummary &&
      differs(
        invoice.netCents,
        sum([invoice.linesCents, ...adjustments.map(({ amountCents }) => amountCents)]),
      ),
    vat_rate: vat.some(
      ({ rateBp, basisCents, vatCents }) =>
        rateBp !== null &&
        basisCents !== null &&
        vatCents !== null &&
        Math.abs((basisCents * rateBp) / 10_000 - vatCents) > apart,
    ),
    vat_sum: vat.length > 0 && differs(invoice.vatCents, sum(vat.map((group) => group.vatCents))),
    gross_sum: invoice.netCents !== null && differs(invoice.grossCents, grosses),
    // The extension of XRechnung has what others are to be paid by the same invoice.
    payable_sum:
      invoice.grossCents !== null &&
      !invoice.profile?.includes('extension') &&
      differs(invoice.payableCents, payable),
    iban: invoice.ibans.some((iban) => !isIban(iban)),
  };
  return invoiceFlaws.filter((flaw) => found[flaw]);
}
