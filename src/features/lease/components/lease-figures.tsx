import { useTranslations } from 'next-intl';
import { Money } from '@/components/money';
import type { LeaseRow } from './lease-words';

/** The rent of a lease, and what is open of it or too much. */
export function LeaseFigures({ lease }: { lease: LeaseRow }) {
  const t = useTranslations('LeaseList');
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      <Figure label={t('rent')} cents={lease.monthlyRentCents} />
      {lease.overdueCents > 0 && <Figure label={t('overdue')} cents={lease.overdueCents} isDanger />}
      {lease.overdueCents === 0 && lease.openCents > 0 && (
        <Figure label={t('open')} cents={lease.openCents} />
      )}
      {lease.creditCents > 0 && <Figure label={t('credit')} cents={lease.creditCents} />}
    </dl>
  );
}

function Figure({ label, cents, isDanger = false }: { label: string; cents: number; isDanger?: boolean }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={isDanger ? 'font-medium text-danger' : 'font-medium'}>
        <Money amountCents={cents} />
      </dd>
    </div>
  );
}
