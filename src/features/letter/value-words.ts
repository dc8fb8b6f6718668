import type { ChargeComponent, ChargeKind } from '@/domain/account-kinds';
import type { LetterBlock } from '@/domain/letter';
import {
  type DepositMovementKind,
  rentComponents,
  type SettlementKind,
  type WrittenKind,
} from '@/domain/vocabulary';
import { formatMonth, formatPercent, type UserFormats } from '@/i18n/formats';
import { addressLines } from '@/i18n/regions';
import { shortIban } from '@/lib/iban';
import { sumCents } from '@/lib/money';
import { signs } from '../deposit/rules';
import { saidTaxNumbers } from '../portfolio/tax-number-rules';
import { paymentBlock } from '../rent-account/payment-letter';
import { type BasicFacts, basicValues, type Values, type Words, wordsIn } from './basic-words';
import type { LetterFacts } from './facts-queries';
import { indexValues } from './index-letter';
import { fieldsOf } from './kind-facts';
import type { TemplateValues } from './template-rules';

type Overdue = LetterFacts['overdue'][number];
type Settled = NonNullable<LetterFacts['receipt']>['settles'][number];

/** What a letter says of a lease, whether that is entered or a sample. */
export type SaidFacts = Pick<
  LetterFacts,
  | 'payment'
  | 'paidThrough'
  | 'taxNumbers'
  | 'movedIn'
  | 'isOwner'
  | 'isStatementSent'
  | 'indexRise'
  | 'account'
> &
  Omit<BasicFacts, 'lease'> & {
    lease: BasicFacts['lease'] &
      Pick<LetterFacts['lease'], 'noticeGivenOn' | 'noticeReceivedOn' | 'noticeBy'>;
    overdue: readonly (Pick<Overdue, 'kind' | 'periodFrom'> &
      Partial<Overdue> &
      Pick<Overdue, 'owedSince' | 'openCents'>)[];
    rent: { lines: readonly Line[] } | null;
    next: { validFrom: string; lines: readonly Line[] } | null;
    receipt: {
      chosen: { amountCents: number; paidOn: string } | null;
      paidBy: readonly string[];
      settles: readonly (Pick<Settled, 'kind' | 'periodFrom'> & Partial<Settled>)[];
    } | null;
    month: {
      chosen: {
        month: MonthFacts['month'];
        dueOn: string;
        lines: readonly Line[];
        totalCents: number;
        openCents: number;
      } | null;
    } | null;
    deposits: {
      movements: readonly {
        kind: DepositMovementKind;
        bookedOn: string;
        amountCents: number;
        reason: string | null;
      }[];
      payoutCents: number;
      returnedCents: number;
      restCents: number;
      heldBackCents: number;
      heldBackFor: readonly string[];
    } | null;
    debit: {
      mandate: { reference: string; iban: string } | null;
      creditorId: string | null;
    } | null;
  };
type MonthFacts = NonNullable<NonNullable<LetterFacts['month']>['chosen']>;

/** What fills the gaps of a letter, in the words of one language; what is not known, or not asked about, is empty. */
export async function letterValues(
  kind: WrittenKind,
  facts: SaidFacts,
  { formats, issuer, today }: { formats: UserFormats; issuer: string; today: string },
): Promise<TemplateValues> {
  const words = await wordsIn(formats);
  const values: Values = {
    ...commonValues(facts, issuer, today, words),
    ...receiptValues(facts, words),
    ...monthValues(facts, words),
    ...(kind === 'account_statement' && accountValues(facts, words)),
    ...noticeValues(facts, words),
    ...nextRentValues(facts, words),
    ...(kind === 'index_rent' && facts.indexRise && (await indexValues(facts.indexRise, words))),
    ...depositValues(facts, words),
    ...debitValues(facts, issuer, words),
    paid_through: facts.paidThrough === null ? '' : formatMonth(facts.paidThrough, formats),
    moved_in: words.day(facts.movedIn?.on ?? null),
    who_moved_in: words.list(facts.movedIn?.names ?? []),
    landlord_is_owner: facts.isOwner ? 'yes' : '',
  };
  return Object.fromEntries(fieldsOf(kind).map(([name]) => [name, values[name] ?? '']));
}

function commonValues(facts: SaidFacts, issuer: string, today: string, words: Words): Values {
  const { rent, overdue } = facts;
  const overdueCents = sumCents(overdue.map((item) => item.openCents));
  const rows = overdue.map((item) => [
    words.statement.charge(item),
    words.day(item.owedSince),
    words.money(item.openCents),
  ]);
  return {
    ...basicValues(facts, issuer, today, words),
    rent: rent ? words.money(sumCents(rent.lines.map((line) => line.amountCents))) : '',
    net_rent: rent
      ? words.money(
          sumCents(rent.lines.flatMap((line) => (line.component === 'net' ? [line.amountCents] : []))),
        )
      : '',
    rent_table: rent ? [linesTable(rent.lines, words, words.table('rentTotal'))] : [],
    overdue: overdueCents > 0 ? words.money(overdueCents) : '',
    overdue_table:
      rows.length === 0
        ? []
        : [
            {
              kind: 'table',
              head: [words.table('what'), words.table('due'), words.table('open')],
              rows,
              total: [words.table('total'), '', words.money(overdueCents)],
            },
          ],
  };
}

function receiptValues({ receipt }: SaidFacts, words: Words): Values {
  if (!receipt?.chosen) return {};
  return {
    paid_amount: words.money(receipt.chosen.amountCents),
    paid_on: words.day(receipt.chosen.paidOn),
    paid_by: words.list(receipt.paidBy),
    paid_for: words.list(receipt.settles.toReversed().map((row) => words.statement.charge(row))),
  };
}

/** Given once: to one lease for one month. */
export const invoiceNumberOf = (month: string, paymentReference: string) =>
  `${month.slice(0, 7).replace('-', '')}-${paymentReference}`;

function monthValues({ month, payment, tenants, lease, taxNumbers }: SaidFacts, words: Words): Values {
  if (!month?.chosen) return {};
  const { lines, totalCents, openCents, dueOn } = month.chosen;
  // A bill with VAT has a number given once, and whose tax it is (§ 14 (4) nos. 2 and 4 UStG).
  const isBill = lines.some(({ vatCents = 0 }) => vatCents > 0);
  const paidCents = totalCents - openCents;
  return {
    month: formatMonth(month.chosen.month, words.formats),
    month_total: words.money(totalCents),
    month_paid: paidCents > 0 ? words.money(paidCents) : '',
    month_open: openCents > 0 ? words.money(openCents) : '',
    due_on: words.day(dueOn),
    month_table: [linesTable(lines, words, words.table('total'))],
    invoice_number: isBill ? invoiceNumberOf(month.chosen.month, lease.paymentReference) : '',
    tax_number: isBill ? saidTaxNumbers(taxNumbers) : '',
    payment:
      payment && openCents > 0
        ? [
            paymentBlock(payment, {
              amountCents: openCents,
              tenants: tenants.map((row) => row.name),
              words: words.statement,
            }),
          ]
        : [],
  };
}

function accountValues({ account, tenants }: SaidFacts, words: Words): Values {
  if (!account) return {};
  const { since, rows, broughtForwardCents, balanceCents, payment } = account;
  const { statement } = words;
  const { columns } = statement;
  const lines = rows.map((row) => [
    `${words.day(row.on)} · ${statement.entry(row)}`,
    row.debitCents === 0 ? '' : words.money(row.debitCents),
    row.creditCents === 0 ? '' : words.money(row.creditCents),
    words.money(0 - row.balanceCents),
  ]);
  const before =
    broughtForwardCents === null
      ? []
      : [[`${words.day(since)} · ${statement.broughtForward}`, '', '', words.money(0 - broughtForwardCents)]];
  const of = { tenants: tenants.map((row) => row.name), words: statement };
  return {
    account_from: words.day(since),
    account_owed: balanceCents > 0 ? words.money(balanceCents) : '',
    account_credit: balanceCents < 0 ? words.money(0 - balanceCents) : '',
    account_table: [
      {
        kind: 'table',
        head: [columns.what, columns.debit, columns.credit, columns.balance],
        rows: [...before, ...lines],
        total: [statement.balance, '', '', words.money(0 - balanceCents)],
      },
      { kind: 'note', text: statement.signs },
    ],
    payment: payment ? [paymentBlock(payment, { amountCents: payment.amountCents, ...of })] : [],
  };
}

function noticeValues({ lease }: SaidFacts, words: Words): Values {
  return {
    notice_given: words.day(lease.noticeGivenOn),
    notice_received: words.day(lease.noticeReceivedOn),
    notice_from_tenant: lease.noticeBy === 'tenant' ? 'yes' : '',
    notice_agreed: lease.noticeBy === 'agreement' ? 'yes' : '',
  };
}

function nextRentValues({ rent, next, isStatementSent }: SaidFacts, words: Words): Values {
  if (!next) return {};
  const keyOf = (line: Line) => `${line.component} ${line.settlement}`;
  const keys = [...new Set([...(rent?.lines ?? []), ...next.lines].map(keyOf))];
  const centsOf = (lines: readonly Line[], key: string) =>
    sumCents(lines.filter((line) => keyOf(line) === key).map((line) => line.amountCents));
  const before = rent?.lines ?? [];
  const rows = keys.map((key) => {
    const line = next.lines.find((one) => keyOf(one) === key) ?? before.find((one) => keyOf(one) === key);
    return [
      line ? lineName(line, words) : '',
      words.money(centsOf(before, key)),
      words.money(centsOf(next.lines, key)),
    ];
  });
  const total = (lines: readonly Line[]) => words.money(sumCents(lines.map((line) => line.amountCents)));
  return {
    statement_sent: isStatementSent ? 'yes' : '',
    next_from: words.day(next.validFrom),
    next_total: total(next.lines),
    next_table: [
      {
        kind: 'table',
        head: [words.table('what'), words.table('before'), words.table('after')],
        rows,
        total: [words.table('rentTotal'), total(before), total(next.lines)],
      },
    ],
  };
}

function depositValues({ deposits }: SaidFacts, words: Words): Values {
  if (!deposits || deposits.movements.length === 0) return {};
  const rows = deposits.movements.flatMap((row) => {
    // What was paid back is told apart from what it came to.
    if (signs[row.kind] === 0 || row.kind === 'returned') return [];
    const name = words.labels(`depositMovement.${row.kind}`);
    return [
      [
        row.reason === null ? name : words.table('because', { name, reason: row.reason }),
        words.day(row.bookedOn),
        words.money(signs[row.kind] * row.amountCents),
      ],
    ];
  });
  const { payoutCents, heldBackCents, heldBackFor, returnedCents, restCents } = deposits;
  if (heldBackCents > 0) {
    const name = words.table('heldBack');
    const reason = words.list(heldBackFor);
    rows.push([
      reason === '' ? name : words.table('because', { name, reason }),
      '',
      words.money(0 - heldBackCents),
    ]);
  }
  return {
    deposit_table: [
      {
        kind: 'table',
        head: [words.table('what'), words.table('day'), words.table('amount')],
        rows,
        total: [words.table('payout'), '', words.money(payoutCents)],
      },
    ],
    deposit_payout: words.money(payoutCents),
    deposit_held_back: heldBackCents > 0 ? words.money(heldBackCents) : '',
    deposit_returned: returnedCents > 0 ? words.money(returnedCents) : '',
    deposit_rest: restCents > 0 ? words.money(restCents) : '',
  };
}

const BLANK = '_'.repeat(34);

function debitValues({ debit, landlords, tenants, places }: SaidFacts, issuer: string, words: Words): Values {
  if (!debit) return {};
  const { mandate, creditorId } = debit;
  // Who writes the letter: all owners of the house, from the address of the first.
  const creditors = words.list(landlords.map((row) => row.name)) || issuer;
  const [first] = landlords;
  const [place] = places;
  return {
    creditor_id: creditorId ?? '',
    mandate_reference: mandate?.reference ?? '',
    mandate_account: mandate ? shortIban(mandate.iban) : '',
    mandate_form: [
      {
        kind: 'table',
        head: null,
        rows: [
          [words.table('creditor'), [creditors, ...(first ? addressLines(first) : [])].join(', ')],
          [words.table('creditorId'), creditorId ?? ''],
          [words.table('mandateReference'), words.table('told')],
          [
            words.table('debtor'),
            [words.list(tenants.map((row) => row.name)), ...(place ? addressLines(place) : [])].join(', '),
          ],
          [words.table('iban'), BLANK],
          [words.table('signed'), BLANK],
        ],
        total: null,
      },
    ],
  };
}

type Line = {
  component: ChargeComponent;
  settlement: SettlementKind;
  amountCents: number;
  vatRateBp?: number;
  vatCents?: number;
};

/** As on a page (`useLineName`): the check of words follows no translator that is handed on. */
export function lineName(
  { component, settlement }: Pick<Line, 'component' | 'settlement'>,
  { labels }: Words,
): string {
  switch (component) {
    case 'operating_costs':
    case 'heating':
      return labels(`rentLine.${component}_${settlement}`);
    case 'net':
    case 'parking':
    case 'furniture':
    case 'other':
      return labels(`rentLine.${component}`);
    default:
      return labels(`chargeKind.${component satisfies ChargeKind}`);
  }
}

const inContract: readonly string[] = rentComponents;
/** The net rent first, as in the contract; what is none of a rent last. */
export const order = (line: Pick<Line, 'component'>) => {
  const at = inContract.indexOf(line.component);
  return at === -1 ? inContract.length : at;
};

/** Parts of a rent with their sum, and the VAT in it by rate where there is any. */
function linesTable(given: readonly Line[], words: Words, totalName: string): LetterBlock {
  const lines = given.toSorted((a, b) => order(a) - order(b));
  const taxed = Map.groupBy(
    lines.filter((line) => (line.vatCents ?? 0) > 0),
    (line) => line.vatRateBp ?? 0,
  );
  const rows = lines
    .filter((line) => line.amountCents !== 0)
    .map((line) => [lineName(line, words), words.money(line.amountCents)]);
  for (const [rateBp, its] of taxed) {
    const rate = formatPercent(rateBp, words.formats);
    rows.push([words.table('vat', { rate }), words.money(sumCents(its.map((line) => line.vatCents ?? 0)))]);
  }
  const totalCents = sumCents(lines.map((line) => line.amountCents));
  return { kind: 'table', head: null, rows, total: [totalName, words.money(totalCents)] };
}
