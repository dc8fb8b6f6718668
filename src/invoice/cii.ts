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

/** `CrossIndustryInvoice` of UN/CEFACT (D16B, D22B): ZUGFeRD from 2.0, Factur-X, XRechnung. */
export function readCii(root: XmlNode): Invoice {
  const head = childOf(root, 'ExchangedDocument');
  const trade = childOf(root, 'SupplyChainTradeTransaction');
  const agreement = childOf(trade, 'ApplicableHeaderTradeAgreement');
  const settlement = childOf(trade, 'ApplicableHeaderTradeSettlement');
  const sums = childOf(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const typeCode = textOf(head, 'TypeCode');
  const currency = textOf(settlement, 'InvoiceCurrencyCode');
  const lines = childrenOf(trade, 'IncludedSupplyChainTradeLineItem').map(readLine);
  const terms = childrenOf(settlement, 'SpecifiedTradePaymentTerms');
  const means = childrenOf(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  return {
    syntax: 'cii',
    profile: textOf(root, 'ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
    number: textOf(head, 'ID'),
    issuedOn: dayAt(head, 'IssueDateTime', 'DateTimeString'),
    typeCode,
    isCredit: isCreditType(typeCode),
    notes: childrenOf(head, 'IncludedNote').flatMap((note) => textsOf(note, 'Content')),
    currency,
    seller: readParty(childOf(agreement, 'SellerTradeParty')),
    buyer: readParty(childOf(agreement, 'BuyerTradeParty')),
    ...readService(trade, lines),
    lines,
    adjustments: childrenOf(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
      reason: firstText(one, ['Reason'], ['ReasonCode']),
      amountCents: signed(centsAt(one, 'ActualAmount'), isCharge(one)),
    })),
    vat: childrenOf(settlement, 'ApplicableTradeTax').map((tax) => ({
      category: textOf(tax, 'CategoryCode'),
      rateBp: rateOf(textOf(tax, 'RateApplicablePercent')),
      basisCents: centsAt(tax, 'BasisAmount'),
      vatCents: centsAt(tax, 'CalculatedAmount'),
      reason: textOf(tax, 'ExemptionReason'),
    })),
    linesCents: centsAt(sums, 'LineTotalAmount'),
    netCents: centsAt(sums, 'TaxBasisTotalAmount'),
    vatCents: centsAt(inCurrency(childrenOf(sums, 'TaxTotalAmount'), currency)),
    grossCents: centsAt(sums, 'GrandTotalAmount'),
    paidCents: centsAt(sums, 'TotalPrepaidAmount'),
    roundingCents: centsAt(sums, 'RoundingAmount'),
    payableCents: centsAt(sums, 'DuePayableAmount'),
    dueOn: terms.map((one) => dayAt(one, 'DueDateDateTime', 'DateTimeString')).find(Boolean) ?? null,
    terms: terms.flatMap((one) => textsOf(one, 'Description')).join('\n') || null,
    payee: textOf(settlement, 'PayeeTradeParty', 'Name'),
    ibans: means.flatMap((one) => written([textOf(one, 'PayeePartyCreditorFinancialAccount', 'IBANID')])),
    reference: textOf(settlement, 'PaymentReference'),
    isDirectDebit: means.some((one) => isDirectDebit(textOf(one, 'TypeCode'))),
    files: childrenOf(agreement, 'AdditionalReferencedDocument').flatMap((one) =>
      fileOf(childOf(one, 'AttachmentBinaryObject'), firstText(one, ['Name'], ['IssuerAssignedID'])),
    ),
  };
}

const isCharge = (node: XmlNode) => textOf(node, 'ChargeIndicator', 'Indicator') === 'true';

function readParty(node: XmlNode | null): Party {
  const address = childOf(node, 'PostalTradeAddress');
  const numberOf = (scheme: string) =>
    inside(node, 'SpecifiedTaxRegistration', 'ID').find(({ attributes }) => attributes.schemeID === scheme);
  return {
    name: firstText(node, ['Name'], ['SpecifiedLegalOrganization', 'TradingBusinessName']),
    address: written([
      ...['LineOne', 'LineTwo', 'LineThree'].map((line) => textOf(address, line)),
      written([textOf(address, 'PostcodeCode'), textOf(address, 'CityName')]).join(' '),
    ]),
    countryCode: textOf(address, 'CountryID'),
    vatId: textOf(numberOf('VA') ?? null),
    taxNumber: textOf(numberOf('FC') ?? null),
    email: firstText(
      node,
      ['DefinedTradeContact', 'EmailURIUniversalCommunication', 'URIID'],
      ['URIUniversalCommunication', 'URIID'],
    ),
    phone: textOf(node, 'DefinedTradeContact', 'TelephoneUniversalCommunication', 'CompleteNumber'),
  };
}

function readLine(node: XmlNode): InvoiceLine {
  const settlement = childOf(node, 'SpecifiedLineTradeSettlement');
  const quantity = childOf(node, 'SpecifiedLineTradeDelivery', 'BilledQuantity');
  const period = childOf(settlement, 'BillingSpecifiedPeriod');
  return {
    name: textOf(node, 'SpecifiedTradeProduct', 'Name'),
    description: textOf(node, 'SpecifiedTradeProduct', 'Description'),
    quantity: textOf(quantity),
    unitCode: quantity?.attributes.unitCode ?? null,
    netCents: centsAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount'),
    vatRateBp: rateOf(textOf(settlement, 'ApplicableTradeTax', 'RateApplicablePercent')),
    from: dayAt(period, 'StartDateTime', 'DateTimeString'),
    to: dayAt(period, 'EndDateTime', 'DateTimeString'),
  };
}

function readService(trade: XmlNode | null, lines: readonly InvoiceLine[]) {
  const period = childOf(trade, 'ApplicableHeaderTradeSettlement', 'BillingSpecifiedPeriod');
  const delivered = dayAt(
    trade,
    'ApplicableHeaderTradeDelivery',
    'ActualDeliverySupplyChainEvent',
    'OccurrenceDateTime',
    'DateTimeString',
  );
  return serviceOf(
    {
      from: dayAt(period, 'StartDateTime', 'DateTimeString'),
      to: dayAt(period, 'EndDateTime', 'DateTimeString'),
    },
    delivered,
    lines,
  );
}
