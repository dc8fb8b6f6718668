import { childOf, childrenOf, textOf, type XmlNode } from '../lib/xml.ts';
import { type Invoice, type InvoiceLine, isCreditType, isDirectDebit, type Party } from './invoice.ts';
import {
  centsAt,
  dayAt,
  fileOf,
  firstText,
  inCurrency,
  inside,
  rateOf,
  serviceOf,
  signed,
  textsOf,
  written,
} from './values.ts';

/** `Invoice` and `CreditNote` of UBL 2.1: XRechnung, Peppol. */
export function readUbl(root: XmlNode): Invoice {
  const isCreditNote = root.name === 'CreditNote';
  const typeCode = textOf(root, isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode');
  const currency = textOf(root, 'DocumentCurrencyCode');
  const sums = childOf(root, 'LegalMonetaryTotal');
  const means = childrenOf(root, 'PaymentMeans');
  const lines = childrenOf(root, isCreditNote ? 'CreditNoteLine' : 'InvoiceLine').map(readLine);
  const taxes = inside(root, 'TaxTotal', 'TaxAmount');
  const tax = inCurrency(taxes, currency);
  const period = childOf(root, 'InvoicePeriod');
  return {
    syntax: 'ubl',
    profile: textOf(root, 'CustomizationID'),
    number: textOf(root, 'ID'),
    issuedOn: dayAt(root, 'IssueDate'),
    typeCode,
    isCredit: isCreditNote || isCreditType(typeCode),
    // The kind of a note stands before it between two hashes.
    notes: textsOf(root, 'Note').map((note) => note.replace(/^#[A-Z]{3}#/, '')),
    currency,
    seller: readParty(childOf(root, 'AccountingSupplierParty', 'Party')),
    buyer: readParty(childOf(root, 'AccountingCustomerParty', 'Party')),
    ...serviceOf(
      { from: dayAt(period, 'StartDate'), to: dayAt(period, 'EndDate') },
      dayAt(root, 'Delivery', 'ActualDeliveryDate'),
      lines,
    ),
    lines,
    adjustments: childrenOf(root, 'AllowanceCharge').map((one) => ({
      reason: firstText(one, ['AllowanceChargeReason'], ['AllowanceChargeReasonCode']),
      amountCents: signed(centsAt(one, 'Amount'), textOf(one, 'ChargeIndicator') === 'true'),
    })),
    vat: childrenOf(root, 'TaxTotal')
      .flatMap((total) => childrenOf(total, 'TaxSubtotal'))
      .map((group) => ({
        category: textOf(group, 'TaxCategory', 'ID'),
        rateBp: rateOf(textOf(group, 'TaxCategory', 'Percent')),
        basisCents: centsAt(group, 'TaxableAmount'),
        vatCents: centsAt(group, 'TaxAmount'),
        reason: textOf(group, 'TaxCategory', 'TaxExemptionReason'),
      })),
    linesCents: centsAt(sums, 'LineExtensionAmount'),
    netCents: centsAt(sums, 'TaxExclusiveAmount'),
    vatCents: centsAt(tax),
    grossCents: centsAt(sums, 'TaxInclusiveAmount'),
    paidCents: centsAt(sums, 'PrepaidAmount'),
    roundingCents: centsAt(sums, 'PayableRoundingAmount'),
    payableCents: centsAt(sums, 'PayableAmount'),
    dueOn: dayAt(root, 'DueDate') ?? dayAt(means[0] ?? null, 'PaymentDueDate'),
    terms:
      childrenOf(root, 'PaymentTerms')
        .flatMap((one) => textsOf(one, 'Note'))
        .join('\n') || null,
    payee: textOf(root, 'PayeeParty', 'PartyName', 'Name'),
    ibans: means.flatMap((one) => written([textOf(one, 'PayeeFinancialAccount', 'ID')])),
    reference: means.map((one) => textOf(one, 'PaymentID')).find(Boolean) ?? null,
    isDirectDebit: means.some((one) => isDirectDebit(textOf(one, 'PaymentMeansCode'))),
    files: childrenOf(root, 'AdditionalDocumentReference').flatMap((one) =>
      fileOf(childOf(one, 'Attachment', 'EmbeddedDocumentBinaryObject'), textOf(one, 'ID')),
    ),
  };
}

function readParty(node: XmlNode | null): Party {
  const address = childOf(node, 'PostalAddress');
  const numberOf = (isVat: boolean) =>
    childrenOf(node, 'PartyTaxScheme').find((one) => (textOf(one, 'TaxScheme', 'ID') === 'VAT') === isVat);
  return {
    name: firstText(node, ['PartyLegalEntity', 'RegistrationName'], ['PartyName', 'Name']),
    address: written([
      textOf(address, 'StreetName'),
      textOf(address, 'AdditionalStreetName'),
      textOf(address, 'AddressLine', 'Line'),
      written([textOf(address, 'PostalZone'), textOf(address, 'CityName')]).join(' '),
    ]),
    countryCode: textOf(address, 'Country', 'IdentificationCode'),
    vatId: textOf(numberOf(true) ?? null, 'CompanyID'),
    taxNumber: textOf(numberOf(false) ?? null, 'CompanyID'),
    email: firstText(node, ['Contact', 'ElectronicMail'], ['EndpointID']),
    phone: textOf(node, 'Contact', 'Telephone'),
  };
}

function readLine(node: XmlNode): InvoiceLine {
  const quantity = childOf(node, 'InvoicedQuantity') ?? childOf(node, 'CreditedQuantity');
  return {
    name: textOf(node, 'Item', 'Name'),
    description: textOf(node, 'Item', 'Description'),
    quantity: textOf(quantity),
    unitCode: quantity?.attributes.unitCode ?? null,
    netCents: centsAt(node, 'LineExtensionAmount'),
    vatRateBp: rateOf(textOf(node, 'Item', 'ClassifiedTaxCategory', 'Percent')),
    from: dayAt(node, 'InvoicePeriod', 'StartDate'),
    to: dayAt(node, 'InvoicePeriod', 'EndDate'),
  };
}
