import type { CorpusFile } from './corpus.ts';
import { BOM, bare, each, lines, quoted } from './csv-table.ts';
import { closingCents, encodeOld, encodeUtf8, german, germanDay, ownAccount } from './truth.ts';

export const largeBankFiles: readonly CorpusFile[] = [
  {
    name: 'comdirect',
    layout: 'comdirect',
    hides: ['endToEnd', 'creditorId', 'mandate', 'returned'],
    account: '',
    bytes: encodeOld(
      lines(
        ';',
        '"Umsätze Girokonto";"Zeitraum: 30 Tage";',
        '"Neuer Kontostand";"1.234,56 EUR";',
        '',
        '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
        '"offen";"--";"Kartenverfügung";" Buchungstext: noch offen";"-7,00";',
        each(
          (one) =>
            `${quoted([germanDay(one.bookedOn), germanDay(one.bookedOn), one.posting, `${one.name ? `Auftraggeber: ${one.name}` : ''} ${one.account ? `Kto/IBAN: ${one.account} ` : ''}Buchungstext: ${one.text} Ref. 2H2C21ZO1PHI07${one.bookedOn.slice(8)}`, german(one.amountCents, { groups: true })])};`,
        ),
        '',
        '"Alter Kontostand";"1.000,00 EUR";',
      ),
      'iso-8859-15',
    ),
    pending: 1,
  },
  {
    name: 'commerzbank',
    layout: 'commerzbank',
    hides: ['name', 'account', 'returned'],
    account: ownAccount,
    bytes: encodeUtf8(
      BOM +
        lines(
          bare([
            'Buchungstag',
            'Wertstellung',
            'Umsatzart',
            'Buchungstext',
            'Betrag',
            'Währung',
            'IBAN Kontoinhaber',
            'Kategorie',
          ]),
          bare([
            '08.05.2026',
            '08.05.2026',
            'Zinsen/Entgelte',
            'Rechnungsabschluss',
            '0,00',
            'EUR',
            ownAccount,
            '',
          ]),
          each((one) =>
            bare([
              germanDay(one.bookedOn),
              germanDay(one.bookedOn),
              one.posting,
              `${one.name} ${one.text} End-to-End-Ref.: ${one.endToEnd ?? 'NOTPROVIDED'}${one.mandate ? ` Mandatsref: ${one.mandate} Gläubiger-ID: ${one.creditorId}` : ''}`,
              german(one.amountCents),
              'EUR',
              ownAccount,
              'Unkategorisiert',
            ]),
          ),
        ),
    ),
    zero: 1,
  },
  {
    name: 'deutsche_bank',
    layout: 'deutsche_bank',
    hides: ['returned'],
    account: ownAccount,
    bytes: encodeUtf8(
      BOM +
        lines(
          'Umsätze',
          `Konto;${ownAccount};EUR`,
          '1.5.2026 - 9.5.2026',
          `Letzter Kontostand;;;;${german(closingCents, { groups: true })};EUR`,
          bare([
            'Buchungstag',
            'Wert',
            'Umsatzart',
            'Begünstigter / Auftraggeber',
            'Verwendungszweck',
            'IBAN / Kontonummer',
            'BIC',
            'Kundenreferenz',
            'Mandatsreferenz',
            'Gläubiger ID',
            'Fremde Gebühren',
            'Betrag',
            'Abweichender Empfänger',
            'Anzahl der Aufträge',
            'Anzahl der Schecks',
            'Soll',
            'Haben',
            'Währung',
          ]),
          each((one, index) =>
            bare([
              germanDay(one.bookedOn, 'bare'),
              germanDay(one.bookedOn, 'bare'),
              one.posting,
              one.name,
              one.text,
              one.account,
              '',
              one.endToEnd ?? 'NOTPROVIDED',
              one.mandate ?? '',
              one.creditorId ?? '',
              '',
              index % 2 === 0 ? '' : german(one.amountCents, { groups: true }),
              '',
              '',
              '',
              one.amountCents < 0 ? german(one.amountCents, { groups: true }) : '',
              one.amountCents > 0 ? german(one.amountCents, { groups: true }) : '',
              'EUR',
            ]),
          ),
          `Kontostand;9.5.2026;;;${german(closingCents, { groups: true })};EUR`,
        ),
    ),
  },
  {
    name: 'hypovereinsbank',
    layout: 'hypovereinsbank',
    hides: ['account', 'endToEnd', 'creditorId', 'mandate', 'returned', 'posting'],
    account: '202051',
    bytes: encodeOld(
      lines(
        bare([
          'Kontonummer',
          'Buchungsdatum',
          'Valuta',
          'Empfaenger 1',
          'Empfaenger 2',
          'Verwendungszweck',
          'Betrag',
          'Waehrung',
        ]),
        each((one) => {
          const [first = '', ...rest] = one.name.split(' ');
          return bare([
            '202051',
            germanDay(one.bookedOn),
            germanDay(one.bookedOn),
            first,
            rest.join(' '),
            one.text,
            german(one.amountCents, { groups: true }),
            'EUR',
          ]);
        }),
      ),
      'windows-1252',
    ),
  },
];
