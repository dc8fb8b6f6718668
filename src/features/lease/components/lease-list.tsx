import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { placeWords } from '@/domain/names';
import { HandoverList } from '@/features/handover/components/handover-list';
import type { HandoverRow } from '@/features/handover/components/handover-words';
import { Link } from '@/i18n/navigation';
import { overlaps } from '@/lib/calendar';
import { formatRfReference } from '@/lib/iban';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { LeaseActions } from './lease-actions';
import { LeaseFigures } from './lease-figures';
import { type LeaseRow, LeaseStateChip, presentOf, useTermWords } from './lease-words';
import { useTenantLeases } from './use-tenant-leases';

/** Where the tenant lives and lived, and everything one does with a lease. */
export function TenantLeaseList({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('LeaseList');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const { leases, query } = useTenantLeases(tenantId);
  const [handovers] = trpc.handover.list.useSuspenseQuery({ tenantId });
  return (
    <>
      <ul className="divide-y divide-separator">
        {leases.map((lease) => (
          <LeaseItem
            key={lease.id}
            lease={lease}
            handovers={handovers.filter((row) => row.leaseId === lease.id)}
            tenantId={tenantId}
            today={portfolio.today}
            canEdit={canEdit}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="border-t border-separator p-3 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function LeaseItem({
  lease,
  handovers,
  tenantId,
  today,
  canEdit,
}: {
  lease: LeaseRow;
  handovers: readonly HandoverRow[];
  /** Whose page this is; the others on the lease are named. */
  tenantId: string;
  today: string;
  canEdit: boolean;
}) {
  const t = useTranslations('LeaseList');
  const termOf = useTermWords();
  const own = lease.tenants.filter((tenant) => tenant.id === tenantId);
  const others = lease.tenants.filter(
    (tenant) => tenant.id !== tenantId && own.some((range) => overlaps(days(tenant), days(range))),
  );
  const left = own.at(-1)?.toOn;
  const units = presentOf(lease.units);
  const [unit] = units;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto_2rem] md:items-center md:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {unit && (
            <Link
              href={{
                pathname: '/tenant/[id]/leases/[leaseId]',
                params: { id: tenantId, leaseId: lease.id },
              }}
              className="font-medium text-balance hover:underline"
            >
              {placeWords(units)}
            </Link>
          )}
          <LeaseStateChip lease={lease} />
        </p>
        <p className="mt-0.5 text-sm text-muted">{termOf(lease)}</p>
        {left && left !== lease.endsOn && (
          <p className="mt-0.5 text-sm text-muted">
            {t('inLeaseUntil')} <DateText day={left} />
          </p>
        )}
        {others.length > 0 && (
          <p className="mt-0.5 text-sm text-muted">
            {t('together')} <TenantLinks tenants={others} />
          </p>
        )}
        {lease.noticeGivenOn && lease.state !== 'void' && (
          <p className="mt-0.5 text-sm text-muted">
            {t(lease.noticeBy === 'agreement' ? 'agreedOn' : 'noticeOf')}{' '}
            <DateText day={lease.noticeGivenOn} />
          </p>
        )}
        {lease.paymentReference && lease.state !== 'void' && lease.state !== 'ended' && (
          <p className="mt-0.5 text-xs text-muted tabular-nums">
            {t('reference')} {formatRfReference(lease.paymentReference)}
          </p>
        )}
        {handovers.length > 0 && (
          <div className="mt-2">
            <HandoverList
              rows={handovers}
              tenantId={tenantId}
              canEdit={canEdit}
              showsUnit={lease.units.length > 1}
            />
          </div>
        )}
      </div>
      <div className="col-start-1 md:col-start-2 md:text-end">
        <LeaseFigures lease={lease} />
      </div>
      <div className="col-start-2 row-start-1 md:col-start-3">
        <LeaseActions lease={lease} today={today} canEdit={canEdit} />
      </div>
    </li>
  );
}

const days = ({ fromOn, toOn }: { fromOn: string; toOn: string | null }) => ({ from: fromOn, to: toOn });

function TenantLinks({ tenants }: { tenants: readonly { id: string; name: string }[] }) {
  return tenants.map((tenant, index) => (
    <span key={tenant.id}>
      {index > 0 && ', '}
      <Link href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }} className="hover:underline">
        {tenant.name}
      </Link>
    </span>
  ));
}
