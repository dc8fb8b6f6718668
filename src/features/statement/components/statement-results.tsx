import type { ReactNode } from 'react';
import { DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { fileTextIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/link';
import { sumCents } from '@/lib/money';
import type { Outputs } from '@/trpc/outputs';
import { isReady } from '../rules';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';
import { LetterButton } from './letter-button';
import { SlipChoice, type Slips } from './slip-choice';

type Lease = StatementView['leases'][number];
type SentLetter = NonNullable<Outputs['costStatement']['get']['sent']>['letters'][number];

/** What each lease bears, has paid in advance and is asked for, and how each amount came about. */
export function StatementResults({
  view,
  words,
  letters,
  isDraft,
  differences,
  sent,
  slips,
}: {
  view: StatementView & { withLetter: readonly string[]; version: number; corrections: Slips };
  words: CostStatementWords;
  /** How the letters are asked for; null where there are none yet. */
  letters: Record<string, string> | null;
  /** Until the period is settled. */
  isDraft: boolean;
  /** Of a corrected version: what it puts on the account of each lease; null of a first. */
  differences: Record<string, number> | null;
  /** The letters that have gone. */
  sent: readonly SentLetter[];
  /** Of a correction that is not sent: of whom it is said that the first statement had an obvious slip. */
  slips: { propertyId: string; ids: readonly string[] } | null;
}) {
  const { t, money, day } = words;
  if (view.leases.length === 0) {
    return (
      <Section id="results" title={t('results')} flush>
        <EmptyState icon={fileTextIcon} title={t('noLeases')}>
          {t('noLeasesText')}
        </EmptyState>
      </Section>
    );
  }
  return (
    <Section
      id="results"
      title={t('results')}
      description={t('resultsText')}
      actions={
        letters &&
        view.leases.some((row) => isReady(row) && view.withLetter.includes(row.leaseId)) && (
          <LetterButton query={letters} label={t(isDraft ? 'drafts' : 'letters')} />
        )
      }
      flush
    >
      <DataTable
        caption={t('results')}
        rows={view.leases}
        rowKey={(row) => row.leaseId}
        columns={[
          {
            key: 'lease',
            header: t('lease'),
            phone: 'title',
            cell: (row) => <LeaseName row={row} view={view} words={words} />,
          },
          {
            key: 'days',
            header: t('use'),
            cell: (row) => t('days', { from: day(row.from), to: day(row.to), days: row.days }),
          },
          { key: 'costs', header: t('costs'), align: 'end', cell: (row) => money(row.costsCents) },
          {
            key: 'paid',
            header: t('advancesPaid'),
            align: 'end',
            cell: (row) => money(row.advancesPaidCents),
          },
          ...(differences ? [differenceColumn(differences, words)] : []),
          ...(letters
            ? [letterColumn(letters, t(isDraft ? 'draft' : 'letter'), view.withLetter, sent, words)]
            : []),
          {
            key: 'result',
            header: t('result'),
            align: 'end',
            cell: (row) => <Result row={row} words={words} />,
          },
        ]}
      />
      <div className="divide-y divide-separator border-t border-separator">
        {view.leases
          .filter((row) => row.lines.length > 0)
          .map((row) => (
            <LeaseLines key={row.leaseId} row={row} words={words}>
              {slips && <SlipChoice row={row} view={view} words={words} slips={slips} />}
            </LeaseLines>
          ))}
      </div>
    </Section>
  );
}

const differenceColumn = (differences: Record<string, number>, { t, money }: CostStatementWords) => ({
  key: 'difference',
  header: t('difference'),
  align: 'end' as const,
  cell: ({ leaseId }: Lease) => {
    const cents = differences[leaseId];
    return cents === undefined ? '' : `${cents > 0 ? '+' : ''}${money(cents)}`;
  },
});

const letterColumn = (
  letters: Record<string, string>,
  label: string,
  withLetter: readonly string[],
  sent: readonly SentLetter[],
  words: CostStatementWords,
) => ({
  key: 'letter',
  header: label,
  cell: (row: Lease) => {
    const own = sent.find(({ leaseId }) => leaseId === row.leaseId);
    return (
      isReady(row) &&
      withLetter.includes(row.leaseId) && (
        <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
          <LetterButton
            query={{ ...letters, leaseId: row.leaseId }}
            label={label}
            of={words.lease(row.leaseId)}
          />
          {own && <span className="text-muted">{sayGone(own, words)}</span>}
        </span>
      )
    );
  },
});

/** Whether and how a letter went. */
const sayGone = ({ way, sentOn }: SentLetter, { t, day }: CostStatementWords) =>
  sentOn === null ? t('sendLetters.waiting') : t(`sendLetters.${way}`, { day: day(sentOn) });

function LeaseName({ row, view, words }: { row: Lease; view: StatementView; words: CostStatementWords }) {
  const tenantId = view.parties[row.leaseId]?.tenantId;
  if (!tenantId) return words.lease(row.leaseId);
  return (
    <Link
      href={{ pathname: '/tenant/[id]/leases/[leaseId]', params: { id: tenantId, leaseId: row.leaseId } }}
      className="underline underline-offset-2"
    >
      {words.lease(row.leaseId)}
    </Link>
  );
}

function Result({ row, words: { t, money } }: { row: Lease; words: CostStatementWords }) {
  // What was sent by an earlier version says nothing of a buyer.
  if (row.isBuyers === true) return <StatusChip>{t('byBuyer')}</StatusChip>;
  if (!row.isSettled) return <StatusChip>{t('lumpSum')}</StatusChip>;
  if (row.isStopped || row.resultCents === null) {
    return <StatusChip tone="danger">{t('stopped')}</StatusChip>;
  }
  const [cents, words] =
    row.resultCents < 0 ? [-row.resultCents, t('credit')] : [row.resultCents, t('backPayment')];
  return (
    <span className="inline-flex flex-col">
      <span className="font-medium tabular-nums">{money(cents)}</span>
      <span className="text-muted">{words}</span>
    </span>
  );
}

/** From the shares to what a lease with VAT bears: without the VAT of the bills, and with its own. */
function VatRows({
  row,
  vat: { rateBp, netCents, vatCents },
  words: { t, money, percent },
}: {
  row: Lease;
  vat: NonNullable<Lease['vat']>;
  words: CostStatementWords;
}) {
  const inputVatCents = sumCents(row.lines.map((line) => line.inputVatCents));
  return [
    { label: t('vat.inputVat'), value: money(-inputVatCents) },
    { label: t('vat.netCosts'), value: money(netCents) },
    { label: t('vat.onTop', { rate: percent(rateBp) }), value: money(vatCents) },
    { label: t('vat.gross'), value: money(row.costsCents) },
  ].map(({ label, value }) => (
    <li key={label} className="flex justify-between gap-4">
      {label}
      <span className="tabular-nums">{value}</span>
    </li>
  ));
}

/** The lines of one lease, folded: its part of each and the way there. */
function LeaseLines({
  row,
  words,
  children,
}: {
  row: Lease;
  words: CostStatementWords;
  children: ReactNode;
}) {
  const { t, money } = words;
  return (
    <details className="group px-5 py-3 md:px-6">
      <summary className="unfolds text-sm font-medium">
        {t('howFor', { name: words.lease(row.leaseId) })}
      </summary>
      <ul className="mt-3 grid gap-2 text-sm">
        {row.lines.map((line) => (
          <li key={line.lineId} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              {words.numbered(line.lineId)}
              {line.parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
                <span key={index} className="block text-muted">
                  {money(part.amountCents)} × {words.part(line.key, part)}
                </span>
              ))}
            </span>
            <span className="tabular-nums">{money(line.amountCents)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-4 border-t border-separator pt-2 font-medium">
          {t('together')}
          <span className="tabular-nums">{money(sumCents(row.lines.map((line) => line.amountCents)))}</span>
        </li>
        {row.vat && <VatRows row={row} vat={row.vat} words={words} />}
        <li className="flex justify-between gap-4">
          {t('advancesPaid')}
          <span className="tabular-nums">−{money(row.advancesPaidCents)}</span>
        </li>
        {row.advancesArrearsCents > 0 && (
          <li className="text-muted">{t('arrears', { cents: money(row.advancesArrearsCents) })}</li>
        )}
        {row.missingLines.length > 0 && (
          <li className="text-danger">
            {t('missing', { lines: row.missingLines.map((id) => words.line(id)).join(', ') })}
          </li>
        )}
        {row.newAdvanceCents !== null && (
          <li className="text-muted">{t('newAdvance', { cents: money(row.newAdvanceCents) })}</li>
        )}
        {row.claimableCents !== null && row.claimableCents !== row.resultCents && (
          <li className="text-danger">{t('claimable', { cents: money(row.claimableCents) })}</li>
        )}
        {children}
      </ul>
    </details>
  );
}
