import type { DecimalSign } from '../files/amount.ts';
import type { ColumnRole } from './roles.ts';

/**
 * A bank's table: the names that its header must have, and which names hold what. A name stands for the columns
 * that bear it, one with `…` for all that begin so, a number for a column without a name, counted from the end.
 */
export type Layout = {
  id: string;
  header: readonly string[];
  /** Names that must not be there: another layout has them. */
  without?: readonly string[];
  columns: Partial<Record<ColumnRole, readonly (string | number)[]>>;
  decimal: DecimalSign;
  /** Where one text holds name, account, purpose and reference. */
  packed?: 'comdirect' | 'commerzbank';
};

/** Names of columns are compared without case, blanks at their ends and quotes. */
export const plainName = (name: string) =>
  name
    .replace(/\s+/g, ' ')
    .replace(/^["'\s]+|["'\s]+$/g, '')
    .toLowerCase();

const sepa = {
  creditorId: ['Gläubiger-ID', 'Gläubiger ID', 'Glaeubiger ID', 'Glaeubiger-ID'],
  mandate: ['Mandatsreferenz'],
};

/**
 * The tables that German banks hand out, recognised by their header. Of two that fit the one with more names wins, so that a
 * newer table with further columns is not taken for the older.
 */
export const layouts: readonly Layout[] = [
  {
    id: 'sparkasse_camt',
    header: [
      'Auftragskonto',
      'Buchungstag',
      'Valutadatum',
      'Buchungstext',
      'Verwendungszweck',
      'Beguenstigter/Zahlungspflichtiger',
      'Kontonummer/IBAN',
      'Betrag',
      'Info',
    ],
    columns: {
      ...sepa,
      ownAccount: ['Auftragskonto'],
      bookedOn: ['Buchungstag'],
      valueOn: ['Valutadatum'],
      kind: ['Buchungstext'],
      text: ['Verwendungszweck'],
      endToEnd: ['Kundenreferenz (End-to-End)'],
      original: ['Lastschrift Ursprungsbetrag'],
      charge: ['Auslagenersatz Ruecklastschrift'],
      name: ['Beguenstigter/Zahlungspflichtiger'],
      account: ['Kontonummer/IBAN'],
      amount: ['Betrag'],
      currency: ['Waehrung'],
      status: ['Info'],
    },
    decimal: ',',
  },
  {
    id: 'sparkasse_mt940',
    header: [
      'Auftragskonto',
      'Buchungstag',
      'Valutadatum',
      'Buchungstext',
      'Verwendungszweck',
      'Beguenstigter/Zahlungspflichtiger',
      'Kontonummer',
      'BLZ',
      'Betrag',
      'Info',
    ],
    columns: {
      ownAccount: ['Auftragskonto'],
      bookedOn: ['Buchungstag'],
      valueOn: ['Valutadatum'],
      kind: ['Buchungstext'],
      text: ['Verwendungszweck'],
      name: ['Beguenstigter/Zahlungspflichtiger'],
      account: ['Kontonummer'],
      amount: ['Betrag'],
      currency: ['Waehrung'],
      status: ['Info'],
    },
    decimal: ',',
  },
  {
    id: 'atruvia',
    header: [
      'IBAN Auftragskonto',
      'Buchungstag',
      'Valutadatum',
      'Name Zahlungsbeteiligter',
      'IBAN Zahlungsbeteiligter',
      'Buchungstext',
      'Verwendungszweck',
      'Betrag',
    ],
    columns: {
      ...sepa,
      ownAccount: ['IBAN Auftragskonto'],
      bookedOn: ['Buchungstag'],
      valueOn: ['Valutadatum'],
      name: ['Name Zahlungsbeteiligter'],
      account: ['IBAN Zahlungsbeteiligter'],
      kind: ['Buchungstext'],
      text: ['Verwendungszweck'],
      amount: ['Betrag'],
      currency: ['Waehrung'],
      balance: ['Saldo nach Buchung'],
      status: ['Bemerkung'],
    },
    decimal: ',',
  },
  {
    id: 'fiducia',
    header: [
      'Buchungstag',
      'Valuta',
      'Auftraggeber/Zahlungsempfänger',
      'Empfänger/Zahlungspflichtiger',
      'Vorgang/Verwendungszweck',
      'Umsatz',
    ],
    columns: {
      bookedOn: ['Buchungstag'],
      valueOn: ['Valuta'],
      name: ['Empfänger/Zahlungspflichtiger'],
      account: ['IBAN', 'Konto-Nr.'],
      text: ['Vorgang/Verwendungszweck'],
      endToEnd: ['Kundenreferenz'],
      amount: ['Umsatz'],
      currency: ['Währung'],
      mark: [1],
    },
    decimal: ',',
  },
  {
    id: 'dkb',
    header: [
      'Buchungsdatum',
      'Wertstellung',
      'Status',
      'Zahlungspflichtige*r',
      'Zahlungsempfänger*in',
      'Verwendungszweck',
      'Umsatztyp',
    ],
    columns: {
      ...sepa,
      bookedOn: ['Buchungsdatum'],
      valueOn: ['Wertstellung'],
      status: ['Status'],
      payer: ['Zahlungspflichtige*r'],
      payee: ['Zahlungsempfänger*in'],
      text: ['Verwendungszweck'],
      kind: ['Umsatztyp'],
      account: ['IBAN'],
      amount: ['Betrag (€)', 'Betrag'],
      endToEnd: ['Kundenreferenz'],
    },
    decimal: ',',
  },
  {
    id: 'dkb_old',
    header: [
      'Buchungstag',
      'Wertstellung',
      'Buchungstext',
      'Auftraggeber / Begünstigter',
      'Verwendungszweck',
      'Kontonummer',
      'BLZ',
      'Betrag (EUR)',
    ],
    columns: {
      ...sepa,
      bookedOn: ['Buchungstag'],
      valueOn: ['Wertstellung'],
      kind: ['Buchungstext'],
      name: ['Auftraggeber / Begünstigter'],
      text: ['Verwendungszweck'],
      account: ['Kontonummer'],
      amount: ['Betrag (EUR)'],
      endToEnd: ['Kundenreferenz'],
    },
    decimal: ',',
  },
  {
    id: 'ing',
    header: ['Buchung', 'Auftraggeber/Empfänger', 'Buchungstext', 'Verwendungszweck', 'Betrag', 'Währung'],
    columns: {
      bookedOn: ['Buchung'],
      valueOn: ['Valuta', 'Wertstellungsdatum'],
      name: ['Auftraggeber/Empfänger'],
      kind: ['Buchungstext'],
      text: ['Verwendungszweck'],
      balance: ['Saldo'],
      amount: ['Betrag'],
      currency: ['Währung'],
    },
    decimal: ',',
  },
  {
    id: 'comdirect',
    header: ['Buchungstag', 'Wertstellung (Valuta)', 'Vorgang', 'Buchungstext', 'Umsatz in EUR'],
    columns: {
      bookedOn: ['Buchungstag'],
      valueOn: ['Wertstellung (Valuta)'],
      kind: ['Vorgang'],
      text: ['Buchungstext'],
      amount: ['Umsatz in EUR'],
    },
    decimal: ',',
    packed: 'comdirect',
  },
  {
    id: 'comdirect_card',
    header: ['Buchungstag', 'Umsatztag', 'Vorgang', 'Referenz', 'Buchungstext', 'Umsatz in EUR'],
    columns: {
      bookedOn: ['Buchungstag'],
      valueOn: ['Umsatztag'],
      kind: ['Vorgang'],
      text: ['Buchungstext'],
      amount: ['Umsatz in EUR'],
    },
    decimal: ',',
  },
  {
    id: 'commerzbank',
    header: ['Buchungstag', 'Wertstellung', 'Umsatzart', 'Buchungstext', 'Betrag', 'Währung'],
    columns: {
      bookedOn: ['Buchungstag'],
      valueOn: ['Wertstellung'],
      kind: ['Umsatzart'],
      text: ['Buchungstext'],
      amount: ['Betrag'],
      currency: ['Währung'],
      // The only IBAN of this table is the owner's.
      ownAccount: ['IBAN Kontoinhaber', 'IBAN Auftraggeberkonto', 'Auftraggeberkonto'],
    },
    decimal: ',',
    packed: 'commerzbank',
  },
  {
    id: 'deutsche_bank',
    header: [
      'Buchungstag',
      'Wert',
      'Umsatzart',
      'Begünstigter / Auftraggeber',
      'Verwendungszweck',
      'Betrag',
      'Soll',
      'Haben',
      'Währung',
    ],
    columns: {
      ...sepa,
      bookedOn: ['Buchungstag'],
      valueOn: ['Wert'],
      kind: ['Umsatzart'],
      name: ['Begünstigter / Auftraggeber'],
      text: ['Verwendungszweck'],
      account: ['IBAN / Kontonummer', 'IBAN'],
      endToEnd: ['Kundenreferenz'],
      behalf: ['Abweichender Empfänger'],
      amount: ['Betrag'],
      debit: ['Soll'],
      credit: ['Haben'],
      currency: ['Währung'],
    },
    decimal: ',',
  },
  {
    id: 'n26',
    header: ['Booking Date', 'Partner Name', 'Partner Iban', 'Payment Reference', 'Amount (EUR)'],
    columns: {
      bookedOn: ['Booking Date'],
      valueOn: ['Value Date'],
      name: ['Partner Name'],
      account: ['Partner Iban'],
      kind: ['Type'],
      text: ['Payment Reference'],
      amount: ['Amount (EUR)'],
    },
    decimal: '.',
  },
  {
    id: 'n26_old',
    header: ['Date', 'Payee', 'Account number', 'Payment reference', 'Amount (EUR)'],
    columns: {
      bookedOn: ['Date'],
      name: ['Payee'],
      account: ['Account number'],
      kind: ['Transaction type'],
      text: ['Payment reference'],
      amount: ['Amount (EUR)'],
    },
    decimal: '.',
  },
  {
    id: 'n26_german',
    header: ['Datum', 'Empfänger', 'Kontonummer', 'Verwendungszweck', 'Betrag (EUR)'],
    columns: {
      bookedOn: ['Datum'],
      name: ['Empfänger'],
      account: ['Kontonummer'],
      kind: ['Transaktionstyp'],
      text: ['Verwendungszweck'],
      amount: ['Betrag (EUR)'],
    },
    decimal: '.',
  },
  {
    id: 'consorsbank',
    header: ['Buchung', 'Valuta', 'Sender / Empfänger', 'IBAN', 'Buchungstext', 'Verwendungszweck', 'Betrag'],
    columns: {
      bookedOn: ['Buchung'],
      valueOn: ['Valuta'],
      name: ['Sender / Empfänger'],
      account: ['IBAN'],
      kind: ['Buchungstext'],
      text: ['Verwendungszweck'],
      amount: ['Betrag'],
      currency: ['Währung'],
    },
    decimal: ',',
  },
  {
    id: '1822direkt',
    header: [
      'Kontonummer',
      'Datum/Zeit',
      'Buchungstag',
      'Wertstellung',
      'Soll/Haben',
      'Buchungsart',
      'Empfänger/Auftraggeber Name',
    ],
    columns: {
      ...sepa,
      ownAccount: ['Kontonummer'],
      bookedOn: ['Buchungstag'],
      valueOn: ['Wertstellung'],
      amount: ['Soll/Haben'],
      kind: ['Buchungsart'],
      name: ['Empfänger/Auftraggeber Name'],
      account: ['Empfänger/Auftraggeber IBAN'],
      text: ['Vwz.…'],
      endToEnd: ['End-to-End-Identifikation'],
    },
    decimal: ',',
  },
  {
    id: 'hypovereinsbank',
    header: [
      'Kontonummer',
      'Buchungsdatum',
      'Valuta',
      'Empfaenger 1',
      'Verwendungszweck',
      'Betrag',
      'Waehrung',
    ],
    columns: {
      ownAccount: ['Kontonummer'],
      bookedOn: ['Buchungsdatum'],
      valueOn: ['Valuta'],
      name: ['Empfaenger…'],
      text: ['Verwendungszweck'],
      amount: ['Betrag'],
      currency: ['Waehrung'],
    },
    decimal: ',',
  },
];
