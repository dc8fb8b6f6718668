import type { CalendarDate } from '../lib/calendar.ts';
import { sumCents } from '../lib/money.ts';
import { writeXml } from '../lib/xml.ts';

type Address = { street: string; postalCode: string; city: string; countryCode: string };

/** An invoice as a landlord writes it. Amounts are in cents and in euros. */
export type WrittenInvoice = {
  number: string;
  issuedOn: CalendarDate;
  from: CalendarDate;
  to: CalendarDate;
  seller: Address & { name: string; taxNumber: string; email: string | null };
  buyer: Address & { name: string };
  /** What each part costs, VAT included, which `vatCents` is of it; a part that was waived is below zero. */
  lines: readonly { name: string; amountCents: number; vatRateBp: number; vatCents: number }[];
  /** Why lines without VAT have none. */
  exemption: string;
  paidCents: number;
  dueOn: CalendarDate;
  account: { iban: string; holder: string } | null;
  reference: string;
};

const ram = (name: string, inside: string | null | readonly string[], attributes?: Record<string, string>) =>
  writeXml(`ram:${name}`, inside, attributes);

const date = (name: string, day: CalendarDate) =>
  ram(name, [writeXml('udt:DateTimeString', day.replaceAll('-', ''), { format: '102' })]);

/** Hundredths as XML has decimals: -1234 is `-12.34`. */
const decimal = (hundredths: number) => {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const categoryOf = (rateBp: number) => (rateBp > 0 ? 'S' : 'E');
const isVatId = (number: string) => /^[A-Z]{2}[\dA-Z]{8,12}$/.test(number.replace(/\s/g, ''));

/**
 * An electronic invoice by EN 16931 in the syntax of UN/CEFACT (D16B), elements in the order of its schema. Net and VAT of each
 * rate are what is posted line by line, so that VAT may be a cent apart for each line from the rate of the sum, which BR-CO-17
 * allows; the gross amount is what is owed, to the cent.
 */
export function writeInvoice(invoice: WrittenInvoice): string {
  const { lines } = invoice;
  const grossCents = sumCents(lines.map(({ amountCents }) => amountCents));
  const vatCents = sumCents(lines.map((line) => line.vatCents));
  const net = decimal(grossCents - vatCents);
  const rates = [...Map.groupBy(lines, ({ vatRateBp }) => vatRateBp)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(
    'rsm:CrossIndustryInvoice',
    [
      writeXml('rsm:ExchangedDocumentContext', [
        ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', 'urn:cen.eu:en16931:2017')]),
      ]),
      writeXml('rsm:ExchangedDocument', [
        ram('ID', invoice.number),
        ram('TypeCode', '380'),
        date('IssueDateTime', invoice.issuedOn),
      ]),
      writeXml('rsm:SupplyChainTradeTransaction', [
        ...lines.map(writeLine),
        ram('ApplicableHeaderTradeAgreement', [
          ram('SellerTradeParty', writeSeller(invoice.seller)),
          ram('BuyerTradeParty', [ram('Name', invoice.buyer.name), writeAddress(invoice.buyer)]),
        ]),
        '<ram:ApplicableHeaderTradeDelivery/>',
        ram('ApplicableHeaderTradeSettlement', [
          ram('PaymentReference', invoice.reference),
          ram('InvoiceCurrencyCode', 'EUR'),
          writeMeans(invoice.account) ?? '',
          ...rates.map(([rateBp, its]) =>
            ram('ApplicableTradeTax', [
              ram('CalculatedAmount', decimal(sumCents(its.map((line) => line.vatCents)))),
              ram('TypeCode', 'VAT'),
              ram('ExemptionReason', rateBp > 0 ? null : invoice.exemption),
              ram('BasisAmount', decimal(sumCents(its.map((line) => line.amountCents - line.vatCents)))),
              ram('CategoryCode', categoryOf(rateBp)),
              ram('RateApplicablePercent', decimal(rateBp)),
            ]),
          ),
          ram('BillingSpecifiedPeriod', [
            date('StartDateTime', invoice.from),
            date('EndDateTime', invoice.to),
          ]),
          ram('SpecifiedTradePaymentTerms', [date('DueDateDateTime', invoice.dueOn)]),
          ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
            ram('LineTotalAmount', net),
            ram('TaxBasisTotalAmount', net),
            ram('TaxTotalAmount', decimal(vatCents), { currencyID: 'EUR' }),
            ram('GrandTotalAmount', decimal(grossCents)),
            ram('TotalPrepaidAmount', decimal(invoice.paidCents)),
            ram('DuePayableAmount', decimal(grossCents - invoice.paidCents)),
          ]),
        ]),
      ]),
    ],
    {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    },
  )}\n`;
}

/** A price is never below zero (BR-27): what was waived is taken off by its quantity. */
function writeLine(line: WrittenInvoice['lines'][number], at: number): string {
  const netCents = line.amountCents - line.vatCents;
  return ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', [ram('LineID', String(at + 1))]),
    ram('SpecifiedTradeProduct', [ram('Name', line.name)]),
    ram('SpecifiedLineTradeAgreement', [
      ram('NetPriceProductTradePrice', [ram('ChargeAmount', decimal(Math.abs(netCents)))]),
    ]),
    ram('SpecifiedLineTradeDelivery', [
      ram('BilledQuantity', netCents < 0 ? '-1' : '1', { unitCode: 'MON' }),
    ]),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', [
        ram('TypeCode', 'VAT'),
        ram('CategoryCode', categoryOf(line.vatRateBp)),
        ram('RateApplicablePercent', decimal(line.vatRateBp)),
      ]),
      ram('SpecifiedTradeSettlementLineMonetarySummation', [ram('LineTotalAmount', decimal(netCents))]),
    ]),
  ]);
}

/** Whoever has no VAT identification is told apart by the number of the tax office (BR-CO-26). */
function writeSeller(seller: WrittenInvoice['seller']): string[] {
  const isVat = isVatId(seller.taxNumber);
  const number = isVat ? seller.taxNumber.replace(/\s/g, '') : seller.taxNumber;
  return [
    ram('ID', isVat ? null : number),
    ram('Name', seller.name),
    ram('DefinedTradeContact', [ram('EmailURIUniversalCommunication', [ram('URIID', seller.email)])]),
    writeAddress(seller),
    ram('SpecifiedTaxRegistration', [ram('ID', number, { schemeID: isVat ? 'VA' : 'FC' })]),
  ];
}

const writeAddress = ({ street, postalCode, city, countryCode }: Address) =>
  ram('PostalTradeAddress', [
    ram('PostcodeCode', postalCode),
    ram('LineOne', street),
    ram('CityName', city),
    ram('CountryID', countryCode),
  ]);

/** 58: a SEPA credit transfer. */
const writeMeans = (account: WrittenInvoice['account']) =>
  account &&
  ram('SpecifiedTradeSettlementPaymentMeans', [
    ram('TypeCode', '58'),
    ram('PayeePartyCreditorFinancialAccount', [
      ram('IBANID', account.iban),
      ram('AccountName', account.holder),
    ]),
  ]);
