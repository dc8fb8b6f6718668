import type { CorpusFile } from './corpus.ts';
import {
  closingCents,
  encodeUtf8,
  english,
  openingCents,
  ownAccount,
  type Payment,
  payments,
} from './truth.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const amount = (cents: number, name = 'Amt') => `<${name} Ccy="EUR">${english(Math.abs(cents))}</${name}>`;
const direction = (cents: number) => `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

type Version = '02' | '08';

function balance(code: string, cents: number, day: string) {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}${direction(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
}

function party(role: 'Dbtr' | 'Cdtr', name: string, account: string, version: Version, id?: string) {
  const inner = `<Nm>${escaped(name)}</Nm>${id ? `<Id><PrvtId><Othr><Id>${id}</Id></Othr></PrvtId></Id>` : ''}`;
  const named = name ? `<${role}>${version === '08' ? `<Pty>${inner}</Pty>` : inner}</${role}>` : '';
  return named + (account ? `<${role}Acct><Id><IBAN>${account}</IBAN></Id></${role}Acct>` : '');
}

function details(one: Payment, version: Version) {
  // What comes back names the parties of the first payment: the tenant pays, the landlord is paid.
  const isDebtor = one.amountCents > 0 || one.returned !== undefined;
  const sides = isDebtor
    ? party('Dbtr', one.name, one.account, version) + party('Cdtr', 'Eva Ohne', ownAccount, version)
    : party('Dbtr', 'Eva Ohne', ownAccount, version) +
      party('Cdtr', one.name, one.account, version, one.creditorId);
  const { returned } = one;
  const original = returned
    ? `<AmtDtls><InstdAmt>${amount(returned.originalCents)}</InstdAmt><TxAmt>${amount(one.amountCents)}</TxAmt></AmtDtls>`
    : '';
  const cut = Math.ceil(one.text.length / 2);
  return `<TxDtls><Refs><EndToEndId>${one.endToEnd ?? 'NOTPROVIDED'}</EndToEndId>${one.mandate ? `<MndtId>${one.mandate}</MndtId>` : ''}</Refs>${
    version === '08' ? amount(one.amountCents) + direction(one.amountCents) : ''
  }${original}${one.name ? `<RltdPties>${sides}</RltdPties>` : ''}<RmtInf><Ustrd>${escaped(one.text.slice(0, cut))}</Ustrd><Ustrd>${escaped(one.text.slice(cut))}</Ustrd></RmtInf>${
    returned ? `<RtrInf><Rsn><Cd>${returned.reason}</Cd></Rsn></RtrInf>` : ''
  }</TxDtls>`;
}

const status = (code: string, version: Version) =>
  `<Sts>${version === '08' ? `<Cd>${code}</Cd>` : code}</Sts>`;

function entry(one: Payment, version: Version, inside = `<NtryDtls>${details(one, version)}</NtryDtls>`) {
  return `<Ntry>${amount(one.amountCents)}${direction(one.amountCents)}${status('BOOK', version)}<BookgDt><Dt>${one.bookedOn}</Dt></BookgDt><ValDt><Dt>${one.bookedOn}</Dt></ValDt><AcctSvcrRef>REF${one.bookedOn}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF+${one.gvc}+0990</Cd><Issr>DK</Issr></Prtry></BkTxCd>${inside}</Ntry>`;
}

const kinds = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

export function camt(kind: keyof typeof kinds, version: Version, inside: string, prefix = ''): string {
  const [message, statement] = kinds[kind];
  const tags = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${message}><GrpHdr><MsgId>m1</MsgId><CreDtTm>2026-05-09T05:00:00+02:00</CreDtTm></GrpHdr><${statement}><Id>s1</Id><Acct><Id><IBAN>${ownAccount}</IBAN></Id><Ccy>EUR</Ccy></Acct>${inside}</${statement}></${message}></Document>`;
  const named =
    prefix === ''
      ? tags
      : tags.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named.replaceAll('><', '>\n<')}`;
}

const balances = balance('OPBD', openingCents, '2026-05-01') + balance('CLBD', closingCents, '2026-05-08');
const pending = (version: Version) =>
  `<Ntry>${amount(999)}<CdtDbtInd>CRDT</CdtDbtInd>${status('PDNG', version)}<NtryDtls/></Ntry>`;
const all = (version: Version) => payments.map((one) => entry(one, version)).join('');

export const batchEntry = (version: Version, withDetails: boolean) => {
  const three = [payments[0], payments[1], payments[4]].flatMap((one) => one ?? []);
  const sum = three.reduce((total, one) => total + one.amountCents, 0);
  const [first] = three;
  if (!first) throw new Error('the corpus has payments');
  const inside = withDetails
    ? `<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${three.map((one) => details(one, '08')).join('')}</NtryDtls>`
    : '<NtryDtls><Btch><PmtInfId>PI-7</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>';
  return entry({ ...first, amountCents: sum, gvc: '191' }, version, inside);
};

const file = (name: string, text: string, more: Partial<CorpusFile> = {}): CorpusFile => ({
  name,
  layout: null,
  hides: [],
  account: ownAccount,
  bytes: encodeUtf8(text),
  ...more,
});

export const camtFiles: readonly CorpusFile[] = [
  file('camt.053.001.02', camt('053', '02', balances + all('02') + pending('02')), {
    balances: true,
    pending: 1,
  }),
  file('camt.053.001.08', camt('053', '08', balances + all('08') + pending('08')), {
    balances: true,
    pending: 1,
  }),
  file('camt.053.001.08 with a prefix', camt('053', '08', balances + all('08'), 'ns2'), { balances: true }),
  file('camt.052.001.08', camt('052', '08', all('08') + pending('08')), { pending: 1 }),
  file('camt.054.001.02', camt('054', '02', all('02'))),
];
