import type { CalendarDate } from '../../lib/calendar.ts';
import { childOf, childrenOf, textOf, type XmlNode } from '../../lib/xml.ts';
import { parsePlainAmount } from '../files/amount.ts';
import { otherAccount } from '../lines/account.ts';
import { kindOfGvc } from '../lines/kinds.ts';
import {
  given,
  type Purpose,
  readPurpose,
  returnedParts,
  returnReason,
  structuredReference,
} from '../lines/purpose.ts';
import { BankFileFault, type LineKind, type LineReturn, type StatementLine } from '../statement.ts';

export type EntryFacts = {
  index: number;
  ownAccount: string | null;
  amountCents: number;
  currency: string;
  bookedOn: CalendarDate;
  valueOn: CalendarDate | null;
};

/**
 * The lines of one booking: each of its details where they add up to it, else the booking as one line. A batch without
 * details is one line, too, with the count the bank states.
 */
export function linesOfEntry(entry: XmlNode, facts: EntryFacts, xml: string): StatementLine[] {
  const groups = childrenOf(entry, 'NtryDtls');
  const details = groups.flatMap((group) => childrenOf(group, 'TxDtls'));
  if (details.length > 1) {
    const amounts = details.map((detail) => amountOfDetail(detail, facts));
    const sum = amounts.reduce<number>((total, cents) => total + (cents ?? Number.NaN), 0);
    if (sum === facts.amountCents) {
      return details.flatMap((detail, index) => {
        const amountCents = amounts[index] ?? 0;
        return amountCents === 0 ? [] : [lineOf(entry, detail, amountCents, facts, xml, detail)];
      });
    }
  }
  const [only] = details;
  const line = lineOf(entry, details.length === 1 && only ? only : null, facts.amountCents, facts, xml);
  const batches = groups.flatMap((group) => childrenOf(group, 'Btch'));
  const count = batches.reduce((sum, batch) => sum + countIn(batch), 0) || details.length;
  if (count <= 1) return [line];
  if (details.length === 1) {
    // One of several payers, or what they have in common: the sum is nobody's.
    const references = { ...line.references, endToEnd: null, mandate: null, structured: null };
    const none = { name: null, account: null, onBehalfOf: null };
    return [{ ...line, ...none, references, kind: 'batch', batchCount: count }];
  }
  const text = line.text || details.map((detail) => purposeOf(entry, detail).text).join(' / ');
  return [{ ...line, text, kind: 'batch', batchCount: count }];
}

/** 0 where a batch states none. */
function countIn(batch: XmlNode): number {
  const count = Number(textOf(batch, 'NbOfTxs') ?? '0');
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/**
 * What a detail moved, with its sign; some banks state what was instructed alone. Null where it states no amount in the currency of the
 * booking.
 */
function amountOfDetail(detail: XmlNode, facts: EntryFacts): number | null {
  const node =
    childOf(detail, 'Amt') ??
    childOf(detail, 'AmtDtls', 'TxAmt', 'Amt') ??
    childOf(detail, 'AmtDtls', 'InstdAmt', 'Amt');
  if (!node) return null;
  const cents = parsePlainAmount(node.text, '.');
  if (cents === null) throw new BankFileFault('amount', node.lineNumber);
  if (node.attributes.Ccy !== facts.currency) return null;
  const direction = textOf(detail, 'CdtDbtInd') ?? (facts.amountCents < 0 ? 'DBIT' : 'CRDT');
  return direction === 'DBIT' && cents !== 0 ? -cents : cents;
}

function purposeOf(entry: XmlNode, detail: XmlNode | null): Purpose {
  const unstructured = childrenOf(childOf(detail, 'RmtInf'), 'Ustrd').map((node) => node.text);
  const joined = joinPieces(unstructured);
  return readPurpose(
    joined || (textOf(detail, 'AddtlTxInf') ?? (detail ? '' : (textOf(entry, 'AddtlNtryInf') ?? ''))),
  );
}

/** Some banks cut a purpose at a width, also inside a word; others give a line each. */
function joinPieces(pieces: readonly string[]): string {
  const width = Math.max(SHORTEST_WIDTH, ...pieces.slice(0, -1).map((piece) => piece.length));
  return pieces
    .map((piece) => (piece.length < width ? `${piece} ` : piece))
    .join('')
    .trim();
}

/** MT940 cuts at 27 signs, what was made of it does so, too. */
const SHORTEST_WIDTH = 27;

function lineOf(
  entry: XmlNode,
  detail: XmlNode | null,
  amountCents: number,
  facts: EntryFacts,
  xml: string,
  kept: XmlNode = entry,
): StatementLine {
  const purpose = purposeOf(entry, detail);
  const structured = textOf(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref');
  const refs = childOf(detail, 'Refs');
  const returned = returnOf(entry, detail, amountCents, purpose);
  const { name, account, onBehalfOf } = otherSide(
    detail,
    facts.ownAccount,
    amountCents > 0 !== (returned !== null),
  );
  const kind = returned ? 'return' : kindOf(entry, detail);
  return {
    bookedOn: facts.bookedOn,
    valueOn: facts.valueOn,
    amountCents,
    currency: facts.currency,
    name,
    onBehalfOf: onBehalfOf ?? purpose.onBehalfOf,
    account: account ?? otherAccount(purpose.account),
    text: purpose.text,
    references: {
      endToEnd: given(textOf(refs, 'EndToEndId'))?.replaceAll(' ', '') ?? purpose.references.endToEnd,
      mandate: given(textOf(refs, 'MndtId')) ?? purpose.references.mandate,
      creditorId: creditorIdOf(detail) ?? purpose.references.creditorId,
      structured:
        structured === null
          ? purpose.references.structured
          : (structuredReference(structured) ?? given(structured)),
      bank: given(textOf(refs, 'AcctSvcrRef')) ?? given(textOf(entry, 'AcctSvcrRef')),
      batch: given(textOf(refs, 'PmtInfId')) ?? given(textOf(entry, 'NtryDtls', 'Btch', 'PmtInfId')),
    },
    kind,
    returned,
    balanceCents: null,
    batchCount: null,
    entry: { index: facts.index, amountCents: facts.amountCents },
    raw: xml.slice(kept.from, kept.to),
    lineNumber: kept.lineNumber,
  };
}

/** The German code of a booking stands in `NTRF+116+…`; without one the ISO family says it. */
function codesOf(node: XmlNode | null): { gvc: string | null; family: string } {
  const code = childOf(node, 'BkTxCd');
  const gvc = /^(?:[A-Z0-9]{4}\+)?(\d{3})(?:\+|$)/.exec(textOf(code, 'Prtry', 'Cd') ?? '')?.[1] ?? null;
  const family = [textOf(code, 'Domn', 'Fmly', 'Cd'), textOf(code, 'Domn', 'Fmly', 'SubFmlyCd')].join(' ');
  return { gvc, family };
}

function kindOf(entry: XmlNode, detail: XmlNode | null): LineKind {
  const [own, whole] = [codesOf(detail), codesOf(entry)];
  const byCode = kindOfGvc(own.gvc ?? whole.gvc);
  if (byCode !== 'other') return byCode;
  const family = own.family.trim() || whole.family;
  if (/\b(RRTN|UPDD|UPCT|RPCR|PMRT)\b/.test(family)) return 'return';
  if (/\b(RDDT|IDDT)\b/.test(family)) return 'direct_debit';
  if (/\bSTDO\b/.test(family)) return 'standing_order';
  if (/\b(RCDT|ICDT|RRCT|IRCT)\b/.test(family)) return 'transfer';
  if (/\b(CHRG|FEES|COMM)\b/.test(family)) return 'fee';
  return /\bINTR\b/.test(family) ? 'interest' : 'other';
}

function returnOf(
  entry: XmlNode,
  detail: XmlNode | null,
  amountCents: number,
  purpose: Purpose,
): LineReturn | null {
  const info = childOf(detail, 'RtrInf');
  const isReversal = /^(true|1)$/.test(textOf(entry, 'RvslInd') ?? '');
  if (!info && !isReversal && kindOf(entry, detail) !== 'return') return null;
  // What is stated in another currency than the booking's says nothing of its parts.
  const currency = childOf(entry, 'Amt')?.attributes.Ccy;
  const cents = (node: XmlNode | null) =>
    node && (node.attributes.Ccy ?? currency) === currency ? parsePlainAmount(node.text, '.') : null;
  const amountIn = (name: string) => cents(childOf(detail, 'AmtDtls', name, 'Amt'));
  const booked = amountIn('TxAmt');
  // What was instructed is what was paid once; the amount of the booking says so only where it is less than the line.
  const original =
    purpose.originalCents ??
    amountIn('InstdAmt') ??
    (booked !== null && booked < Math.abs(amountCents) ? booked : null);
  const ofDetail = childrenOf(detail, 'Chrgs');
  const charges = (ofDetail.length > 0 ? ofDetail : childrenOf(entry, 'Chrgs'))
    .map((node) => {
      const records = childrenOf(node, 'Rcrd');
      if (records.length === 0) return cents(childOf(node, 'TtlChrgsAndTaxAmt') ?? childOf(node, 'Amt'));
      // What the bank books beside the amount is no part of it.
      const included = records.filter((record) => !/^(false|0)$/.test(textOf(record, 'ChrgInclInd') ?? ''));
      return included.reduce((sum, record) => sum + (cents(childOf(record, 'Amt')) ?? 0), 0);
    })
    .reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const reason = textOf(info, 'Rsn', 'Cd') ?? textOf(info, 'Rsn', 'Prtry');
  return {
    reason: reason ?? returnReason(`${textOf(info, 'AddtlInf') ?? ''} ${purpose.text}`),
    ...returnedParts(amountCents, original, purpose.chargeCents ?? charges),
  };
}

function creditorIdOf(detail: XmlNode | null): string | null {
  const creditor = childOf(detail, 'RltdPties', 'Cdtr');
  for (const party of [creditor, childOf(creditor, 'Pty')]) {
    const id = textOf(party, 'Id', 'PrvtId', 'Othr', 'Id') ?? textOf(party, 'Id', 'OrgId', 'Othr', 'Id');
    if (id) return given(id);
  }
  return null;
}

type Side = { name: string | null; account: string | null; ultimate: string | null };

/**
 * Who stands on the other side: of money in the debtor, of money out the creditor. What comes back names the parties of
 * the first payment, so that the sides are changed. Where only one side is named, it is that one.
 */
function otherSide(detail: XmlNode | null, ownAccount: string | null, isDebtor: boolean) {
  const parties = childOf(detail, 'RltdPties');
  const side = (role: 'Dbtr' | 'Cdtr'): Side => {
    const accountNode = childOf(parties, `${role}Acct`, 'Id');
    return {
      name: textOf(parties, role, 'Pty', 'Nm') ?? textOf(parties, role, 'Nm'),
      account: otherAccount(textOf(accountNode, 'IBAN') ?? textOf(accountNode, 'Othr', 'Id')),
      ultimate: textOf(parties, `Ultmt${role}`, 'Pty', 'Nm') ?? textOf(parties, `Ultmt${role}`, 'Nm'),
    };
  };
  const [first, second] = isDebtor ? [side('Dbtr'), side('Cdtr')] : [side('Cdtr'), side('Dbtr')];
  const isOwn = first.account !== null && first.account === ownAccount;
  const chosen = (first.name || first.account) && !isOwn ? first : second;
  return { name: given(chosen.name), account: chosen.account, onBehalfOf: given(chosen.ultimate) };
}
