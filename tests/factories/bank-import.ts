import { gzipSync } from 'node:zlib';

/** A line of a made-up statement; money in is positive. */
export type MadeLine = {
  on: string;
  cents: number;
  name?: string;
  account?: string;
  text?: string;
  currency?: string;
  /** Why it came back, of a payment of so much. */
  returned?: { reason: string; originalCents: number };
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const amount = (cents: number) =>
  `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

function entryOf({ on, cents, name, account, text, currency = 'EUR', returned }: MadeLine): string {
  const money = (of: number) => `<Amt Ccy="${currency}">${amount(of)}</Amt>`;
  const direction = `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  // What comes back names the parties of the first payment: the tenant pays.
  const side = cents > 0 || returned ? 'Dbtr' : 'Cdtr';
  const party =
    (name ? `<${side}><Pty><Nm>${escaped(name)}</Nm></Pty></${side}>` : '') +
    (account ? `<${side}Acct><Id><IBAN>${account}</IBAN></Id></${side}Acct>` : '');
  const original = returned ? `<AmtDtls><InstdAmt>${money(returned.originalCents)}</InstdAmt></AmtDtls>` : '';
  const reason = returned ? `<RtrInf><Rsn><Cd>${returned.reason}</Cd></Rsn></RtrInf>` : '';
  return `<Ntry>${money(cents)}${direction}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><BkTxCd><Prtry><Cd>NTRF+${returned ? '109' : '166'}+0990</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${money(cents)}${direction}${original}<RltdPties>${party}</RltdPties><RmtInf><Ustrd>${escaped(text ?? '')}</Ustrd></RmtInf>${reason}</TxDtls></NtryDtls></Ntry>`;
}

/** A camt.053 of an account. */
export const statementOf = (iban: string, lines: readonly MadeLine[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>m1</MsgId></GrpHdr><Stmt><Id>s1</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${lines.map(entryOf).join('\n')}</Stmt></BkToCstmrStmt></Document>`;

/** The same week as some banks' table: another format, other spellings of the text. */
export const mt940Of = (iban: string, lines: readonly MadeLine[], openingCents = 0): string => {
  const day = (on: string) => on.slice(2).replaceAll('-', '');
  const sum = (cents: number) => amount(cents).replace('.', ',');
  const first = lines[0]?.on ?? '2026-01-01';
  const last = lines.at(-1)?.on ?? first;
  const total = lines.reduce((all, line) => all + line.cents, openingCents);
  const entries = lines.map(
    ({ on, cents, name = '', account = '', text = '' }) =>
      `:61:${day(on)}${day(on).slice(2)}${cents < 0 ? 'D' : 'C'}R${sum(cents)}NTRFNONREF\n:86:166?00UEBERWEISUNG?20SVWZ+${text}?31${account}?32${name}`,
  );
  return `:20:STARTUMS\n:25:${iban}\n:28C:1/1\n:60F:C${day(first)}EUR${sum(openingCents)}\n${entries.join('\n')}\n:62F:${total < 0 ? 'D' : 'C'}${day(last)}EUR${sum(total)}\n-\n`;
};

/** A table of no known bank, and what its columns are. */
export const unknownTable = (on: string, written: string) => ({
  text: `Wann;Wer;Wofür;Wieviel\n${on.split('-').toReversed().join('.')};Anna Muster;Miete;${written}\n`,
  columns: {
    roles: ['bookedOn', 'name', 'text', 'amount'] as ('bookedOn' | 'name' | 'text' | 'amount')[],
    decimal: ',' as const,
    dayOrder: 'dmy' as const,
  },
});

/** As the browser sends a file. */
export const packedFile = (text: string | Uint8Array): string => gzipSync(text).toString('base64');
