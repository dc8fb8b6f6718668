import fs from 'node:fs';
import { readBankFile } from '../../src/bank/index.ts';
import type { MatchBook, MatchLine } from '../../src/bank/matching/book.ts';
import { matchLines } from '../../src/bank/matching/matcher.ts';
import { makeBankYear } from '../factories/bank-year.ts';

/**
 * A process of its own, so that its memory is that of the task: `write <file>` makes a camt.053 of 10,000 lines for 5,000
 * leases, `read <file>` reads and matches it and prints what it took.
 */
const LEASES = 5_000;
const LINES = 10_000;
const months = ['2026-05', '2026-06', '2026-07'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const amount = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function entryOf({ bookedOn, amountCents, name, account, text }: MatchLine): string {
  return `<Ntry><Amt Ccy="EUR">${amount(amountCents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt><ValDt><Dt>${bookedOn}</Dt></ValDt><BkTxCd><Prtry><Cd>NTRF+166+0990</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">${amount(amountCents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>${escaped(name ?? '')}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${account}</IBAN></Id></DbtrAcct><Cdtr><Pty><Nm>Eva Ohne</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`.replaceAll(
    '><',
    '>\n<',
  );
}

function write(file: string) {
  const year = makeBankYear(1, LEASES);
  const lines = months.flatMap((month) => year.linesOf(month, []).lines.map(({ line }) => line));
  const entries = lines.slice(0, LINES).map(entryOf).join('\n');
  fs.writeFileSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`,
  );
}

function read(file: string) {
  const year = makeBankYear(1, LEASES);
  const book: MatchBook = {
    leases: year.leases,
    items: months.flatMap(year.itemsOf),
    payments: [],
    rules: year.rules,
    bookings: [],
    suppliers: [],
    feeCategoryId: null,
    currency: 'EUR',
    ownAccounts: [],
    orders: [],
  };
  const began = performance.now();
  const found = readBankFile(fs.readFileSync(file));
  const read = performance.now();
  const lines = found.kind === 'statements' ? found.statements.flatMap((one) => one.lines) : [];
  const matches = matchLines(lines, book);
  const done = performance.now();
  const certain = matches.filter((match) => match.grade === 'certain').length;
  // Kilobytes at its highest, Node itself included.
  const memoryMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const size = (fs.statSync(file).size / 1e6).toFixed(1);
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  console.log(
    `bank: ${lines.length} lines (${size} MB) against ${LEASES} leases: read ${seconds(read - began)} s, matched ${seconds(done - read)} s (${certain} certain), ${memoryMb} MB`,
  );
}

const [, , task, file = ''] = process.argv;
if (task === 'write') write(file);
else read(file);
