import type { CalendarDate } from '../lib/calendar.ts';

/** The two syntaxes in which EN 16931 is written: UN/CEFACT's (ZUGFeRD, Factur-X, XRechnung) and OASIS' (XRechnung, Peppol). */
export type Syntax = 'cii' | 'ubl';

/** Who sells or buys. BT-27 to BT-43, BT-44 to BT-58. */
export type Party = {
  name: string | null;
  /** Street, further lines, postal code with town, in the order of an envelope. */
  address: readonly string[];
  countryCode: string | null;
  /** BT-31, and BT-32 of the seller, the number of a tax office. */
  vatId: string | null;
  taxNumber: string | null;
  email: string | null;
  phone: string | null;
};

/** What is billed, BG-25. Amounts are in cents, net. */
export type InvoiceLine = {
  name: string | null;
  description: string | null;
  /** As it is written, a point before its decimals; with the code of UN/ECE Recommendation 20 or 21. */
  quantity: string | null;
  unitCode: string | null;
  netCents: number | null;
  /** Hundredths of a per cent: 19 % is 1900. */
  vatRateBp: number | null;
  from: CalendarDate | null;
  to: CalendarDate | null;
};

/** A discount or a surcharge on the whole invoice, BG-20 and BG-21; a discount is below zero. */
export type Adjustment = { reason: string | null; amountCents: number | null };

/** VAT of one rate, BG-23. `category` is a code of UNTDID 5305: S standard, E exempt, AE reverse charge. */
export type VatGroup = {
  category: string | null;
  rateBp: number | null;
  basisCents: number | null;
  vatCents: number | null;
  reason: string | null;
};

/** A file inside the invoice, BG-24. */
export type InvoiceFile = { name: string; mediaType: string; base64: string };

/** An electronic invoice by EN 16931. Null is what is not in it, or cannot be read. */
export type Invoice = {
  syntax: Syntax;
  /** BT-24: the profile it says it follows. */
  profile: string | null;
  number: string | null;
  issuedOn: CalendarDate | null;
  /** UNTDID 1001. */
  typeCode: string | null;
  /** A credit note: its amounts are what comes back. */
  isCredit: boolean;
  notes: readonly string[];
  currency: string | null;
  seller: Party;
  buyer: Party;
  serviceFrom: CalendarDate | null;
  serviceTo: CalendarDate | null;
  lines: readonly InvoiceLine[];
  adjustments: readonly Adjustment[];
  vat: readonly VatGroup[];
  /** BT-106, BT-109, BT-110, BT-112, BT-113, BT-114, BT-115. */
  linesCents: number | null;
  netCents: number | null;
  vatCents: number | null;
  grossCents: number | null;
  paidCents: number | null;
  roundingCents: number | null;
  payableCents: number | null;
  dueOn: CalendarDate | null;
  terms: string | null;
  /** BT-59, where another is paid than the seller. */
  payee: string | null;
  ibans: readonly string[];
  /** BT-83: what to write as the purpose. */
  reference: string | null;
  /** The seller collects it (BT-81: 49, 59). */
  isDirectDebit: boolean;
  files: readonly InvoiceFile[];
};

/** Types of UNTDID 1001 whose amounts EN 16931 reads as what is given back. */
const creditTypes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']);
export const isCreditType = (typeCode: string | null) => typeCode !== null && creditTypes.has(typeCode);

const directDebits = new Set(['49', '59']);
export const isDirectDebit = (meansCode: string | null) => meansCode !== null && directDebits.has(meansCode);
