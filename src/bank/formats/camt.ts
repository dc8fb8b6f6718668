import { type CalendarDate, isCalendarDate } from '../../lib/calendar.ts';
import { childOf, childrenOf, textOf, type XmlNode } from '../../lib/xml.ts';
import { parsePlainAmount } from '../files/amount.ts';
import { readXml } from '../files/xml.ts';
import { accountOf, otherAccount } from '../lines/account.ts';
import { type Balance, BankFileFault, type BankFormat, type Statement } from '../statement.ts';
import { type EntryFacts, linesOfEntry } from './camt-entry.ts';

const messages = new Map<string, { format: BankFormat; statement: string }>([
  ['BkToCstmrAcctRpt', { format: 'camt.052', statement: 'Rpt' }],
  ['BkToCstmrStmt', { format: 'camt.053', statement: 'Stmt' }],
  ['BkToCstmrDbtCdtNtfctn', { format: 'camt.054', statement: 'Ntfctn' }],
]);

export const looksLikeXml = (text: string) => /^\s*<[?!A-Za-z]/.test(text.slice(0, 500));

/**
 * Statements of camt.052, .053 and .054, all versions: elements are known by their names, whose few changes (a level `Pty`,
 * `Sts/Cd`, `BICFI`) are read in either shape. Faults with the line: `foreign_xml`, `field_missing`, `amount`, `day`, `sign`,
 * `currency`, and those of {@link readXml}.
 */
export function readCamt(xml: string): Statement[] {
  const booked = new Map<XmlNode, Booked>();
  const root = readXml(xml, (node, parent) => {
    if (node.name !== 'Ntry') return false;
    // Entries stand behind the account of their statement: the first knows it for all.
    const found = booked.get(parent) ?? {
      account: accountIn(parent),
      lines: [],
      leftOut: { pending: 0, zero: 0 },
    };
    booked.set(parent, found);
    book(node, found, xml);
    return true;
  });
  const message = root.children.find(({ name }) => messages.has(name));
  const kind = message && messages.get(message.name);
  if (root.name !== 'Document' || !message || !kind) throw new BankFileFault('foreign_xml', root.lineNumber);
  return childrenOf(message, kind.statement).map((node) =>
    readStatement(node, kind.format, booked.get(node)),
  );
}

type Booked = Pick<Statement, 'lines' | 'leftOut'> & { account: string | null };

const accountIn = (statement: XmlNode): string | null => {
  const id = childOf(statement, 'Acct', 'Id');
  return textOf(id, 'IBAN') ?? textOf(id, 'Othr', 'Id');
};

function book(entry: XmlNode, { account, lines, leftOut }: Booked, xml: string) {
  const status = textOf(entry, 'Sts', 'Cd') ?? textOf(entry, 'Sts', 'Prtry') ?? textOf(entry, 'Sts');
  // INFO is for information only, PDNG and FUTR are not booked yet.
  if (status !== null && status !== 'BOOK') {
    leftOut.pending += 1;
    return;
  }
  const index = (lines.at(-1)?.entry.index ?? -1) + 1;
  const facts = readEntry(entry, index, otherAccount(account));
  if (facts.amountCents === 0) leftOut.zero += 1;
  else for (const line of linesOfEntry(entry, facts, xml)) lines.push(line);
}

function readStatement(node: XmlNode, format: BankFormat, booked: Booked | undefined): Statement {
  const written = accountIn(node);
  if (written === null) throw new BankFileFault('field_missing', node.lineNumber);
  const lines = booked?.lines ?? [];
  const balances = childrenOf(node, 'Bal');
  return {
    format,
    layout: null,
    account: accountOf(written, textOf(node, 'Acct', 'Ccy') ?? lines[0]?.currency ?? null),
    from: dayIn(childOf(node, 'FrToDt', 'FrDtTm') ?? childOf(node, 'FrToDt', 'FrDt')),
    to: dayIn(childOf(node, 'FrToDt', 'ToDtTm') ?? childOf(node, 'FrToDt', 'ToDt')),
    // Where an account has no opening balance of its own, the closing one of the statement before stands for it.
    opening: readBalance(balances, 'OPBD') ?? readBalance(balances, 'PRCD'),
    closing: readBalance(balances, 'CLBD'),
    lines,
    leftOut: booked?.leftOut ?? { pending: 0, zero: 0 },
  };
}

function readBalance(balances: readonly XmlNode[], code: string): Balance | null {
  const node = balances.find((one) => textOf(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
  return node ? { on: dayIn(childOf(node, 'Dt')), amountCents: signedAmount(node).amountCents } : null;
}

function readEntry(entry: XmlNode, index: number, ownAccount: string | null): EntryFacts {
  const { amountCents, currency } = signedAmount(entry);
  const bookedOn = dayIn(childOf(entry, 'BookgDt')) ?? dayIn(childOf(entry, 'ValDt'));
  if (bookedOn === null) throw new BankFileFault('day', entry.lineNumber);
  return { index, ownAccount, amountCents, currency, bookedOn, valueOn: dayIn(childOf(entry, 'ValDt')) };
}

/** `Amt` with `CdtDbtInd`: the direction in which the money moved, also where the entry reverses another. */
function signedAmount(node: XmlNode): { amountCents: number; currency: string } {
  const amount = childOf(node, 'Amt');
  const cents = parsePlainAmount(amount?.text ?? '', '.');
  if (!amount || cents === null) throw new BankFileFault('amount', (amount ?? node).lineNumber);
  const currency = amount.attributes.Ccy ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) throw new BankFileFault('currency', amount.lineNumber);
  const direction = textOf(node, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') throw new BankFileFault('sign', node.lineNumber);
  return { amountCents: direction === 'DBIT' && cents !== 0 ? -cents : cents, currency };
}

/** `Dt`, or the day of `DtTm` as written: the bank's own, whatever the zone. Fault `day` for one that does not exist. */
function dayIn(node: XmlNode | null): CalendarDate | null {
  if (!node) return null;
  const written = textOf(node, 'Dt') ?? textOf(node, 'DtTm') ?? textOf(node);
  if (written === null) return null;
  // A day may carry a zone, too: 2026-05-04+02:00.
  const day = written.slice(0, 10);
  if (node.name === 'ValDt' && !isCalendarDate(day)) return null;
  if (!isCalendarDate(day) || /^\d/.test(written.slice(10))) throw new BankFileFault('day', node.lineNumber);
  return day;
}
