import type { Invoice, InvoiceLine, Party, VatGroup } from '@/invoice/invoice';
import { writeXml } from '@/lib/xml';

/** Electronic invoices as programs write them, in both syntaxes of EN 16931. */

const nobody: Party = {
  name: null,
  address: [],
  countryCode: null,
  vatId: null,
  taxNumber: null,
  email: null,
  phone: null,
};

export const seller: Party = {
  name: 'Elektro Meier GmbH',
  address: ['Werkstraße 4', '50667 Köln'],
  countryCode: 'DE',
  vatId: 'DE123456789',
  taxNumber: '214/5811/0123',
  email: 'buero@elektro-meier.example',
  phone: '+49 221 4711',
};

export const lamp: InvoiceLine = {
  name: 'LED-Leuchte',
  description: null,
  quantity: '1',
  unitCode: 'H87',
  netCents: 2_000,
  vatRateBp: 1_900,
  from: null,
  to: null,
};

export const standardVat: VatGroup = {
  category: 'S',
  rateBp: 1_900,
  basisCents: 10_000,
  vatCents: 1_900,
  reason: null,
};

/** Two hours and a lamp, net 100.00 and 19.00 of VAT. */
export const plainInvoice: Invoice = {
  syntax: 'cii',
  profile: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  number: 'RE-2026-0117',
  issuedOn: '2026-10-12',
  typeCode: '380',
  isCredit: false,
  notes: ['Vielen Dank für Ihren Auftrag.'],
  currency: 'EUR',
  seller,
  buyer: { ...nobody, name: 'Anna Vermieter', address: ['Hauptstraße 1', '50667 Köln'], countryCode: 'DE' },
  serviceFrom: '2026-10-05',
  serviceTo: '2026-10-06',
  lines: [
    {
      name: 'Hausmeister Elektrik',
      description: 'Treppenhauslicht repariert',
      quantity: '2',
      unitCode: 'HUR',
      netCents: 8_000,
      vatRateBp: 1_900,
      from: null,
      to: null,
    },
    lamp,
  ],
  adjustments: [],
  vat: [standardVat],
  linesCents: 10_000,
  netCents: 10_000,
  vatCents: 1_900,
  grossCents: 11_900,
  paidCents: null,
  roundingCents: null,
  payableCents: 11_900,
  dueOn: '2026-10-26',
  terms: 'Zahlbar innerhalb von 14 Tagen ohne Abzug.',
  payee: null,
  ibans: ['DE75512108001245126199'],
  reference: 'RE-2026-0117',
  isDirectDebit: false,
  files: [],
};

type Attributes = Readonly<Record<string, string>>;
type Inner = string | null | readonly string[];

const money = (cents: number | null): string | null =>
  cents === null
    ? null
    : `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

const percent = (basisPoints: number | null) => money(basisPoints);
const town = (party: Party) => /^(\S+) (.+)$/.exec(party.address.at(-1) ?? '');

export function ciiOf(invoice: Invoice): string {
  const ram = (name: string, inner: Inner, attributes?: Attributes) =>
    writeXml(`ram:${name}`, inner, attributes);
  const date = (name: string, day: string | null) =>
    ram(
      name,
      day === null ? [] : [writeXml('udt:DateTimeString', day.replaceAll('-', ''), { format: '102' })],
    );
  const period = (from: string | null, to: string | null) =>
    ram('BillingSpecifiedPeriod', [date('StartDateTime', from), date('EndDateTime', to)]);
  const party = (name: string, one: Party) => {
    const [, zone = null, city = null] = town(one) ?? [];
    return ram(name, [
      ram('Name', one.name),
      ram('DefinedTradeContact', [
        ram('TelephoneUniversalCommunication', [ram('CompleteNumber', one.phone)]),
        ram('EmailURIUniversalCommunication', [ram('URIID', one.email)]),
      ]),
      ram('PostalTradeAddress', [
        ram('PostcodeCode', zone),
        ...['LineOne', 'LineTwo', 'LineThree'].map((line, at) =>
          ram(line, one.address.slice(0, -1)[at] ?? null),
        ),
        ram('CityName', city),
        ram('CountryID', one.countryCode),
      ]),
      ram('SpecifiedTaxRegistration', [ram('ID', one.vatId, { schemeID: 'VA' })]),
      ram('SpecifiedTaxRegistration', [ram('ID', one.taxNumber, { schemeID: 'FC' })]),
    ]);
  };
  const meansCode = invoice.isDirectDebit ? '59' : '58';
  const means = invoice.ibans.length > 0 ? invoice.ibans : invoice.isDirectDebit ? [null] : [];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(
    'rsm:CrossIndustryInvoice',
    [
      writeXml('rsm:ExchangedDocumentContext', [
        ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', invoice.profile)]),
      ]),
      writeXml('rsm:ExchangedDocument', [
        ram('ID', invoice.number),
        ram('TypeCode', invoice.typeCode),
        date('IssueDateTime', invoice.issuedOn),
        ...invoice.notes.map((note) => ram('IncludedNote', [ram('Content', note)])),
      ]),
      writeXml('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map((line) =>
          ram('IncludedSupplyChainTradeLineItem', [
            ram('SpecifiedTradeProduct', [ram('Name', line.name), ram('Description', line.description)]),
            ram('SpecifiedLineTradeDelivery', [
              ram('BilledQuantity', line.quantity, line.unitCode === null ? {} : { unitCode: line.unitCode }),
            ]),
            ram('SpecifiedLineTradeSettlement', [
              ram('ApplicableTradeTax', [ram('RateApplicablePercent', percent(line.vatRateBp))]),
              period(line.from, line.to),
              ram('SpecifiedTradeSettlementLineMonetarySummation', [
                ram('LineTotalAmount', money(line.netCents)),
              ]),
            ]),
          ]),
        ),
        ram('ApplicableHeaderTradeAgreement', [
          party('SellerTradeParty', invoice.seller),
          party('BuyerTradeParty', invoice.buyer),
          ...invoice.files.map((file) =>
            ram('AdditionalReferencedDocument', [
              ram('AttachmentBinaryObject', file.base64, { mimeCode: file.mediaType, filename: file.name }),
            ]),
          ),
        ]),
        ram('ApplicableHeaderTradeSettlement', [
          ram('PaymentReference', invoice.reference),
          ram('InvoiceCurrencyCode', invoice.currency),
          ram('PayeeTradeParty', [ram('Name', invoice.payee)]),
          ...means.map((iban) =>
            ram('SpecifiedTradeSettlementPaymentMeans', [
              ram('TypeCode', meansCode),
              ram('PayeePartyCreditorFinancialAccount', [ram('IBANID', iban)]),
            ]),
          ),
          ...invoice.vat.map((group) =>
            ram('ApplicableTradeTax', [
              ram('CalculatedAmount', money(group.vatCents)),
              ram('ExemptionReason', group.reason),
              ram('BasisAmount', money(group.basisCents)),
              ram('CategoryCode', group.category),
              ram('RateApplicablePercent', percent(group.rateBp)),
            ]),
          ),
          period(invoice.serviceFrom, invoice.serviceTo),
          ...invoice.adjustments.map(({ reason, amountCents }) =>
            ram('SpecifiedTradeAllowanceCharge', [
              ram('ChargeIndicator', [writeXml('udt:Indicator', String((amountCents ?? 0) > 0))]),
              ram('ActualAmount', money(Math.abs(amountCents ?? 0))),
              ram('Reason', reason),
            ]),
          ),
          ram('SpecifiedTradePaymentTerms', [
            ram('Description', invoice.terms),
            date('DueDateDateTime', invoice.dueOn),
          ]),
          ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
            ram('LineTotalAmount', money(invoice.linesCents)),
            ram('TaxBasisTotalAmount', money(invoice.netCents)),
            ram('TaxTotalAmount', '1.23', { currencyID: 'XXX' }),
            ram('TaxTotalAmount', money(invoice.vatCents), { currencyID: invoice.currency ?? '' }),
            ram('RoundingAmount', money(invoice.roundingCents)),
            ram('GrandTotalAmount', money(invoice.grossCents)),
            ram('TotalPrepaidAmount', money(invoice.paidCents)),
            ram('DuePayableAmount', money(invoice.payableCents)),
          ]),
        ]),
      ]),
    ],
    {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    },
  )}`;
}

export function ublOf(invoice: Invoice): string {
  const cbc = (name: string, inner: string | null, attributes?: Attributes) =>
    writeXml(`cbc:${name}`, inner, attributes);
  const cac = (name: string, inner: readonly string[]) => writeXml(`cac:${name}`, inner);
  const period = (from: string | null, to: string | null) =>
    cac('InvoicePeriod', [cbc('StartDate', from), cbc('EndDate', to)]);
  const root = invoice.isCredit ? 'CreditNote' : 'Invoice';
  const amount = (name: string, cents: number | null) =>
    cbc(name, money(cents), { currencyID: invoice.currency ?? '' });
  const party = (name: string, one: Party) => {
    const [, zone = null, city = null] = town(one) ?? [];
    const [street = null, more = null, further = null] = one.address.slice(0, -1);
    const scheme = (id: string, number: string | null) =>
      number === null
        ? ''
        : cac('PartyTaxScheme', [cbc('CompanyID', number), cac('TaxScheme', [cbc('ID', id)])]);
    return cac(name, [
      cac('Party', [
        cac('PostalAddress', [
          cbc('StreetName', street),
          cbc('AdditionalStreetName', more),
          cbc('CityName', city),
          cbc('PostalZone', zone),
          cac('AddressLine', [cbc('Line', further)]),
          cac('Country', [cbc('IdentificationCode', one.countryCode)]),
        ]),
        scheme('VAT', one.vatId),
        scheme('FC', one.taxNumber),
        cac('PartyLegalEntity', [cbc('RegistrationName', one.name)]),
        cac('Contact', [cbc('Telephone', one.phone), cbc('ElectronicMail', one.email)]),
      ]),
    ]);
  };
  const meansCode = invoice.isDirectDebit ? '59' : '58';
  const means = invoice.ibans.length > 0 ? invoice.ibans : [null];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by a program -->\n${writeXml(
    root,
    [
      cbc('CustomizationID', invoice.profile),
      cbc('ID', invoice.number),
      cbc('IssueDate', invoice.issuedOn),
      invoice.isCredit ? '' : cbc('DueDate', invoice.dueOn),
      cbc(`${root}TypeCode`, invoice.typeCode),
      ...invoice.notes.map((note) => cbc('Note', `#AAI#${note}`)),
      cbc('DocumentCurrencyCode', invoice.currency),
      period(invoice.serviceFrom, invoice.serviceTo),
      ...invoice.files.map((file) =>
        cac('AdditionalDocumentReference', [
          cbc('ID', file.name),
          cac('Attachment', [
            cbc('EmbeddedDocumentBinaryObject', file.base64, {
              mimeCode: file.mediaType,
              filename: file.name,
            }),
          ]),
        ]),
      ),
      party('AccountingSupplierParty', invoice.seller),
      party('AccountingCustomerParty', invoice.buyer),
      cac('PayeeParty', [cac('PartyName', [cbc('Name', invoice.payee)])]),
      ...means.map((iban) =>
        cac('PaymentMeans', [
          cbc('PaymentMeansCode', meansCode),
          invoice.isCredit ? cbc('PaymentDueDate', invoice.dueOn) : '',
          cbc('PaymentID', invoice.reference),
          cac('PayeeFinancialAccount', [cbc('ID', iban)]),
        ]),
      ),
      cac('PaymentTerms', [cbc('Note', invoice.terms)]),
      ...invoice.adjustments.map(({ reason, amountCents }) =>
        cac('AllowanceCharge', [
          cbc('ChargeIndicator', String((amountCents ?? 0) > 0)),
          cbc('AllowanceChargeReason', reason),
          amount('Amount', Math.abs(amountCents ?? 0)),
        ]),
      ),
      cac('TaxTotal', [
        amount('TaxAmount', invoice.vatCents),
        ...invoice.vat.map((group) =>
          cac('TaxSubtotal', [
            amount('TaxableAmount', group.basisCents),
            amount('TaxAmount', group.vatCents),
            cac('TaxCategory', [
              cbc('ID', group.category),
              cbc('Percent', percent(group.rateBp)),
              cbc('TaxExemptionReason', group.reason),
            ]),
          ]),
        ),
      ]),
      cac('LegalMonetaryTotal', [
        amount('LineExtensionAmount', invoice.linesCents),
        amount('TaxExclusiveAmount', invoice.netCents),
        amount('TaxInclusiveAmount', invoice.grossCents),
        amount('PrepaidAmount', invoice.paidCents),
        amount('PayableRoundingAmount', invoice.roundingCents),
        amount('PayableAmount', invoice.payableCents),
      ]),
      ...invoice.lines.map((line) =>
        cac(`${root}Line`, [
          cbc(
            invoice.isCredit ? 'CreditedQuantity' : 'InvoicedQuantity',
            line.quantity,
            line.unitCode === null ? {} : { unitCode: line.unitCode },
          ),
          amount('LineExtensionAmount', line.netCents),
          period(line.from, line.to),
          cac('Item', [
            cbc('Description', line.description),
            cbc('Name', line.name),
            cac('ClassifiedTaxCategory', [cbc('Percent', percent(line.vatRateBp))]),
          ]),
        ]),
      ),
    ],
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
  )}`;
}

/** A PDF of one empty page that carries a file, as ZUGFeRD does (ISO 32000, 7.11.4). */
export function pdfCarrying(name: string, content: string): Uint8Array {
  const bytes = Buffer.from(content);
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(${name})4 0 R]>>>>/AF[4 0 R]>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    `<</Type/Filespec/F(${name})/UF(${name})/AFRelationship/Alternative/EF<</F 5 0 R>>>>`,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  const at = () => parts.reduce((sum, part) => sum + part.length, 0);
  const add = (...some: Buffer[]) => {
    offsets.push(at());
    parts.push(Buffer.from(`${offsets.length} 0 obj\n`), ...some, Buffer.from('\nendobj\n'));
  };
  for (const object of objects) add(Buffer.from(object));
  const dictionary = `<</Type/EmbeddedFile/Subtype/text#2Fxml/Length ${bytes.length}>>\nstream\n`;
  add(Buffer.from(dictionary), bytes, Buffer.from('\nendstream'));
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const start = at();
  const size = offsets.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
