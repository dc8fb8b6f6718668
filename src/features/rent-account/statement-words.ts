import { createTranslator } from 'next-intl';
import { prorationOf } from '@/domain/charge-basis';
import type { AccountScheme } from '@/domain/vocabulary';
import { formatDate, formatMoney, formatMonth, type UserFormats } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { monthOf } from '@/lib/calendar';
import type { CsvCell } from '@/lib/csv';
import type { Outputs } from '@/trpc/outputs';
import { type Titled, type TitleWords, titleOf } from './charge-title-rules';
import { ownTitle, reversalTitle } from './statement-rules';

export type Statement = Outputs['ledger']['statement'];
type Row = Statement['rows'][number];
type Named = Omit<Titled, 'kind'> & Pick<Row, 'kind'>;

/** Everything a printed or downloaded statement says, in one language: for a route, which has none of its own. */
export async function statementWords(formats: UserFormats) {
  const { language: locale, wording } = formats;
  const messages = await messagesIn(wording);
  const t = createTranslator({ locale, messages, namespace: 'Statement' });
  const account = createTranslator({ locale, messages, namespace: 'Account' });
  const labels = createTranslator({ locale, messages, namespace: 'Labels' });
  const titles = createTranslator({ locale, messages, namespace: 'ChargeTitle' });
  const prorations = createTranslator({ locale, messages, namespace: 'Proration' });
  const words: TitleWords = {
    refundOwed: () => titles('refundOwed'),
    carried: (name) => titles('carried', { name }),
    rent: (monthFrom) => titles('rent', { month: formatMonth(monthOf(monthFrom), formats) }),
    kind: (kind) => labels(`chargeKind.${kind}`),
    waiverReverted: (name) => titles('waiverReverted', { name }),
    reduced: (name) => titles('reduced', { name }),
    reductionReverted: (name) => titles('reductionReverted', { name }),
    corrected: (reason, name) => titles(reason, { name }),
  };
  const charge = ({ kind, ...part }: Named): string => (kind ? titleOf({ kind, ...part }, words) : '');
  const entry = (row: Row): string => {
    if (row.type === 'charge') return charge(row);
    if (row.reversesPaymentId) return account(reversalTitle(row));
    if (row.bearsRefund) return account('refundBorne');
    const own = ownTitle(row.method);
    if (own) return labels(`paymentMethod.${own}`);
    return row.direction === 'out' ? account('paymentOut') : account('paymentIn');
  };
  /** What stands behind a payment: the charges it settles. */
  const settles = (row: Row): string =>
    row.type === 'payment' ? row.settlements.map((part) => charge(part)).join(', ') : '';
  return {
    title: t('title'),
    tenants: (names: readonly string[]) => t('of', { names: names.join(', ') }),
    asOf: (day: string) => t('asOf', { day: formatDate(day, formats) }),
    period: (from: string | null, to: string) =>
      from === null
        ? t('asOf', { day: formatDate(to, formats) })
        : t('period', { from: formatDate(from, formats), to: formatDate(to, formats) }),
    landlord: (lines: readonly string[]) => t('landlord', { lines: lines.join(', ') }),
    broughtForward: t('broughtForward'),
    /** What was written to an entry, beside its name. */
    notes: (row: Row): string[] => {
      const isName = row.type === 'charge' && entry(row) === row.note;
      return [row.reference, isName ? null : row.note].flatMap((text) => (text ? [text] : []));
    },
    pay: (amountCents: number) => t('pay', { amount: formatMoney(amountCents, formats.currency, formats) }),
    payBy: t('payBy'),
    holder: t('holder'),
    iban: t('iban'),
    bic: t('bic'),
    bankCode: (scheme: Exclude<AccountScheme, 'iban'>) => t(`bankCode.${scheme}`),
    accountNumber: t('accountNumber'),
    reference: t('reference'),
    purpose: (names: readonly string[]) => t('purpose', { names: names.join(', ') }),
    page: (page: number, pages: number) => t('page', { page: String(page), pages: String(pages) }),
    empty: t('empty'),
    signs: t('signs'),
    /** What months of 30 days do with a 31st, where a part month on it was reckoned so. */
    thirtyDays: (rows: readonly Row[]) =>
      rows.some((row) => row.type === 'charge' && prorationOf(row.basis)?.method === 'thirty_days')
        ? prorations('thirtyDays')
        : null,
    balance: t('balance'),
    columns: {
      date: account('date'),
      what: account('what'),
      settles: account('settles'),
      note: t('note'),
      debit: account('debit'),
      credit: account('creditSide'),
      balance: account('balanceShort'),
    },
    /** What a charge is called. */
    charge,
    entry,
    settles,
  };
}
export type StatementWords = Awaited<ReturnType<typeof statementWords>>;

/** The statement as rows for a spreadsheet; as on screen, what the tenant owes is a negative balance. */
export function statementTable(
  statement: Statement,
  words: StatementWords,
  formats: UserFormats,
): CsvCell[][] {
  const { columns } = words;
  return [
    [
      columns.date,
      columns.what,
      columns.settles,
      columns.note,
      columns.debit,
      columns.credit,
      columns.balance,
    ],
    ...(statement.broughtForwardCents === null || statement.from === null
      ? []
      : [
          [
            formatDate(statement.from, formats),
            words.broughtForward,
            '',
            '',
            { cents: 0 },
            { cents: 0 },
            { cents: -statement.broughtForwardCents },
          ],
        ]),
    ...statement.rows.map((row): CsvCell[] => [
      formatDate(row.on, formats),
      words.entry(row),
      words.settles(row),
      words.notes(row).join(' · '),
      { cents: row.debitCents },
      { cents: row.creditCents },
      { cents: -row.balanceCents },
    ]),
  ];
}
