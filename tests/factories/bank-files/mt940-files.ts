import type { CorpusFile } from './corpus.ts';
import {
  closingCents,
  encodeOld,
  encodeUtf8,
  german,
  openingCents,
  ownAccount,
  type Payment,
  payments,
} from './truth.ts';

const plain = (text: string) =>
  text
    .replace(/[äöüß]/g, (sign) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[sign] ?? sign)
    .replaceAll('Ö', 'Oe');
const compact = (day: string) => day.slice(2).replaceAll('-', '');

/** Cut after 27 signs, wherever that is; then the field after 65, as the message wants it. */
function details(one: Payment, sign: string): string {
  const purpose = [
    one.endToEnd && `EREF+${one.endToEnd}`,
    one.mandate && `MREF+${one.mandate}`,
    one.creditorId && `CRED+${one.creditorId}`,
    one.returned && `OAMT+${german(one.returned.originalCents)} COAM+${german(one.returned.chargeCents)}`,
    `SVWZ+${one.text}`,
  ].flatMap((part) => (part ? (part.match(/.{1,27}/gs) ?? []) : []));
  const numbers = [...Array.from({ length: 10 }, (_, at) => 20 + at), 60, 61, 62, 63];
  const [name1 = '', name2 = ''] = one.name.match(/.{1,27}/gs) ?? [];
  const fields = [
    `00${one.posting}`,
    '100599',
    ...purpose.map((part, at) => `${numbers[at]}${part}`),
    ...(one.account ? [`30COBADEFFXXX`, `31${one.account}`] : []),
    ...(name1 ? [`32${name1}`] : []),
    ...(name2 ? [`33${name2}`] : []),
    ...(one.returned ? [`34${one.returned.reason}`] : []),
  ];
  const whole = one.gvc + fields.map((field) => `${sign}${field}`).join('');
  return `:86:${(whole.match(/.{1,61}/gs) ?? []).join('\r\n')}`;
}

function line(one: Payment): string {
  const sign = one.amountCents < 0 ? 'D' : 'C';
  const day = compact(one.bookedOn);
  return `:61:${day}${day.slice(2)}${sign}R${german(Math.abs(one.amountCents))}N${one.returned ? 'RTI' : 'TRF'}${one.endToEnd ?? 'NONREF'}//BANK${day}`;
}

const balance = (tag: string, cents: number, day: string) =>
  `:${tag}:${cents < 0 ? 'D' : 'C'}${day}EUR${german(Math.abs(cents))}`;

export function mt940(
  of: readonly Payment[],
  options: { sign?: string; owner?: string; closing?: number } = {},
): string {
  const { sign = '?', owner = ownAccount, closing = closingCents } = options;
  return `${[
    ':20:STARTUMS',
    `:25:${owner}`,
    ':28C:00019/001',
    balance('60F', openingCents, '260501'),
    ...of.flatMap((one) => [line(one), details(one, sign)]),
    balance('62F', closing, '260508'),
    '-',
  ].join('\r\n')}\r\n`;
}

const all = payments.map((one) => ({ ...one, text: plain(one.text), name: plain(one.name) }));
const common = { layout: null, hides: ['umlauts'], account: ownAccount, balances: true } as const;

export const mt940Files: readonly CorpusFile[] = [
  { ...common, name: 'mt940', bytes: encodeUtf8(mt940(all)) },
  {
    ...common,
    name: 'mt940 with another sign and bank code',
    bytes: encodeUtf8(mt940(all, { sign: '>', owner: '12030000/0000202051EUR' })),
  },
  {
    ...common,
    hides: [],
    name: 'mt940 in an old encoding',
    bytes: encodeOld(mt940(payments), 'windows-1252'),
  },
  {
    ...common,
    name: 'mt940 in an envelope',
    bytes: encodeUtf8(
      `{1:F01COBADEFFXXXX0000000000}{2:O9400000}{4:\r\n${mt940(all).replace(/-\r\n$/, '-}\r\n')}`,
    ),
  },
];
