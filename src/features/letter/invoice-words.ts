import { oneLine } from '@/domain/letter';
import type { UserFormats } from '@/i18n/formats';
import { streetLine } from '@/i18n/regions';
import { writeInvoice } from '@/invoice/write';
import { type Words, wordsIn } from './basic-words';
import type { LetterFacts } from './facts-queries';
import { invoiceNumberOf, lineName, order } from './value-words';

/** What has to be entered before a bill can be read by programs. */
export const invoiceGaps = ['landlord', 'landlord_address', 'tax_number', 'tenant_address'] as const;
export type InvoiceGap = (typeof invoiceGaps)[number];

type Facts = Pick<
  LetterFacts,
  'month' | 'landlords' | 'taxNumbers' | 'tenants' | 'places' | 'sentTo' | 'payment' | 'lease' | 'today'
>;

/**
 * The bill for a month once more, as an electronic invoice (EN 16931), or what is missing for it. Null where nothing has to be
 * billed so: without VAT in it, and where money is no euro. Several who let together bill under one tax number (§ 14 (4) no. 2
 * UStG): of two that differ nobody knows which it is.
 */
export async function rentInvoice(
  facts: Facts,
  { formats }: { formats: UserFormats },
): Promise<{ gaps: InvoiceGap[]; xml: string | null } | null> {
  const { month, landlords, tenants, places, payment } = facts;
  const chosen = month?.chosen;
  if (!chosen?.lines.some(({ vatCents }) => vatCents > 0) || formats.currency !== 'EUR') return null;
  const [landlord] = landlords;
  const country = places[0]?.country ?? null;
  const from = landlord && addressOf(landlord, country);
  const to = facts.sentTo && addressOf(facts.sentTo, country);
  const [taxNumber, other] = new Set(
    facts.taxNumbers.flatMap((one) => (one.taxNumber?.trim() ? [one.taxNumber.trim()] : [])),
  );
  const isKnown: Record<InvoiceGap, unknown> = {
    landlord,
    landlord_address: from,
    tax_number: taxNumber !== undefined && other === undefined,
    tenant_address: to,
  };
  const gaps = invoiceGaps.filter((gap) => !isKnown[gap]);
  if (!landlord || !from || !to || taxNumber === undefined || gaps.length > 0) return { gaps, xml: null };
  const words = await wordsIn(formats);
  const xml = writeInvoice({
    number: invoiceNumberOf(chosen.month, facts.lease.paymentReference),
    issuedOn: facts.today,
    from: chosen.from,
    to: chosen.to,
    seller: { ...from, name: namesOf(landlords, words), taxNumber, email: landlord.email },
    buyer: { ...to, name: namesOf(tenants, words) },
    lines: chosen.lines
      .filter(({ amountCents }) => amountCents !== 0)
      .toSorted((a, b) => order(a) - order(b))
      .map(({ amountCents, vatRateBp, vatCents, ...line }) => ({
        ...{ amountCents, vatRateBp, vatCents },
        name: lineName(line, words),
      })),
    exemption: words.table('exempt'),
    paidCents: chosen.totalCents - chosen.openCents,
    dueOn: chosen.dueOn,
    account: payment?.iban ? { iban: payment.iban, holder: payment.holder } : null,
    reference: facts.lease.paymentReference,
  });
  return { gaps, xml };
}

const namesOf = (people: readonly { name: string }[], words: Words) =>
  words.list(people.map(({ name }) => oneLine(name)));

type Address = Parameters<typeof streetLine>[0] & { postalCode: string | null; city: string | null };

/** Whoever names no country lives in that of the flat. */
function addressOf(address: Address, country: string | null) {
  const { postalCode, city } = address;
  const street = streetLine(address);
  const countryCode = address.country ?? country;
  return address.street && postalCode && city && countryCode
    ? { street, postalCode, city, countryCode }
    : null;
}
