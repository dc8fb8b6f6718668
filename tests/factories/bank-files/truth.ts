/** What happened on an account in a week of May 2026; every file of the corpus tells it in its own way. */
export type Payment = {
  bookedOn: string;
  amountCents: number;
  name: string;
  account: string;
  text: string;
  posting: string;
  gvc: string;
  endToEnd?: string;
  mandate?: string;
  creditorId?: string;
  returned?: { reason: string; originalCents: number; chargeCents: number };
};

export const ownAccount = 'DE02120300000000202051';
export const openingCents = 100_000;

export const payments: readonly Payment[] = [
  {
    bookedOn: '2026-05-04',
    amountCents: 85_000,
    name: 'Anna Müller',
    account: 'DE89370400440532013000',
    text: 'Miete Mai 2026 Wohnung 3',
    posting: 'GUTSCHRIFT',
    gvc: '166',
  },
  {
    bookedOn: '2026-05-04',
    amountCents: 85_000,
    name: 'Anna Müller',
    account: 'DE89370400440532013000',
    text: 'Miete Mai 2026 Wohnung 3',
    posting: 'GUTSCHRIFT',
    gvc: '166',
  },
  {
    bookedOn: '2026-05-05',
    amountCents: -12_345,
    name: 'Stadtwerke Köln GmbH',
    account: 'DE02500105170137075030',
    text: 'Abschlag Allgemeinstrom "Haus 7"; Zähler 4711',
    posting: 'LASTSCHRIFT',
    gvc: '105',
    endToEnd: 'SW-2026-05-0001',
    mandate: 'M-77',
    creditorId: 'DE98ZZZ09999999999',
  },
  {
    bookedOn: '2026-05-06',
    amountCents: -50_300,
    name: 'Bernd Schäfer',
    account: 'DE12500105170648489890',
    text: 'RETURN/REFUND Miete Mai',
    posting: 'RUECKLASTSCHRIFT',
    gvc: '109',
    endToEnd: 'HB-2026-05-B7',
    returned: { reason: 'MD06', originalCents: 50_000, chargeCents: 300 },
  },
  {
    bookedOn: '2026-05-07',
    amountCents: 123_456,
    name: 'Jobcenter Köln Süd',
    account: 'DE02100100100006820101',
    text: 'Kosten der Unterkunft 05/26 BG 12345//0001234 Yilmaz und 67890//0005678 Schröder-Öztürk',
    posting: 'GUTSCHRIFT',
    gvc: '166',
    endToEnd: 'JC-998877',
  },
  {
    bookedOn: '2026-05-08',
    amountCents: -390,
    name: '',
    account: '',
    text: 'Kontoführung 04/2026',
    posting: 'ENTGELT',
    gvc: '808',
  },
];

export const closingCents = payments.reduce((sum, payment) => sum + payment.amountCents, openingCents);

/** `1234.5` → `1.234,50` or `1234,50`. */
export function german(cents: number, { groups = false } = {}): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const grouped = groups ? whole.replace(/\B(?=(\d{3})+$)/g, '.') : whole;
  return `${cents < 0 ? '-' : ''}${grouped},${digits.slice(-2)}`;
}
export const english = (cents: number) => german(cents).replace(',', '.');
/** `1.234,5`, `-3,9`, `1.000`: zeros dropped, as one bank does. */
export const short = (cents: number) =>
  german(cents, { groups: true })
    .replace(/,00$/, '')
    .replace(/(,\d)0$/, '$1');

/** `04.05.2026`, `04.05.26`, `4.5.2026`. */
export function germanDay(day: string, shape: 'long' | 'short' | 'bare' = 'long'): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (shape === 'bare') return `${Number(date)}.${Number(month)}.${year}`;
  return `${date}.${month}.${shape === 'short' ? year.slice(2) : year}`;
}

const beyondLatin1 = { 'windows-1252': { '€': 0x80, '–': 0x96 }, 'iso-8859-15': { '€': 0xa4 } };

/** Bytes in an old encoding; throws for a sign it does not have. */
export function encodeOld(text: string, encoding: keyof typeof beyondLatin1): Uint8Array {
  const own: Record<string, number> = beyondLatin1[encoding];
  return Uint8Array.from(text, (sign) => {
    const code = own[sign] ?? sign.charCodeAt(0);
    if (code > 0xff) throw new RangeError(`${encoding} has no ${sign}`);
    return code;
  });
}
export const encodeUtf8 = (text: string) => new TextEncoder().encode(text);
