import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Icon } from '@/components/icon';
import { briefcaseBusinessIcon, userIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { placeName } from '@/domain/names';
import { Link } from '@/i18n/navigation';
import { firstEnd, type TenantRow, useNoHome } from './tenant-table';

/** A tenant as a card: where they live, until when, and what is overdue. */
export function TenantCard({ tenant }: { tenant: TenantRow }) {
  const t = useTranslations('TenantsPage');
  const noHomeOf = useNoHome();
  const end = firstEnd(tenant);
  return (
    <Link
      href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }}
      className="flex h-full flex-col rounded-2xl bg-surface p-5 shadow-surface transition-colors hover:bg-surface-secondary"
    >
      <span className="flex items-start gap-3.5">
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-soft-foreground">
          <Icon icon={tenant.kind === 'company' ? briefcaseBusinessIcon : userIcon} className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold">{tenant.name}</span>
          <span className="line-clamp-2 text-sm text-muted">
            {tenant.units.length === 0 ? noHomeOf(tenant) : tenant.units.map(placeName).join(' · ')}
          </span>
        </span>
      </span>
      <span className="mt-auto pt-5">
        <span className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-separator pt-3.5 text-sm">
          {tenant.archivedAt ? (
            <StatusChip>{t('archived')}</StatusChip>
          ) : end ? (
            <span className="text-muted">{t.rich('until', { day: () => <DateText day={end} /> })}</span>
          ) : (
            <span className="truncate text-muted">{tenant.emails[0] ?? tenant.phones[0]}</span>
          )}
          {tenant.arrearsCents > 0 && (
            <span className="text-danger">
              <Money amountCents={tenant.arrearsCents} className="font-medium" /> {t('overdue')}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
