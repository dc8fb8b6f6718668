'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { fileTextIcon, plusIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { placeWords } from '@/domain/names';
import { Link } from '@/i18n/navigation';
import { LeaseDialog } from './lease-dialog';
import { LeaseFigures } from './lease-figures';
import { LeaseStateChip, presentOf, useTermWords } from './lease-words';
import { useTenantLeases } from './use-tenant-leases';

/** Where the tenant lives and how the account stands; the first lease where there is none. */
export function TenantNow({ tenantId, canAdd }: { tenantId: string; canAdd: boolean }) {
  const t = useTranslations('TenantPage');
  const termOf = useTermWords();
  const { leases } = useTenantLeases(tenantId);
  const [isAdding, setAdding] = useState(false);
  const lasting = leases.filter(({ state }) => state !== 'ended' && state !== 'void');
  const owing = leases.filter((lease) => !lasting.includes(lease) && lease.openCents > 0);
  const shown = [...lasting, ...owing];
  return (
    <Section id="now" title={t('now')} flush>
      {shown.length === 0 ? (
        <EmptyState
          icon={fileTextIcon}
          title={t(leases.length === 0 ? 'noLeaseTitle' : 'noLeaseNow')}
          action={
            canAdd && (
              <Button look="primary" icon={plusIcon} onClick={() => setAdding(true)}>
                {t('newLease')}
              </Button>
            )
          }
        >
          {t(leases.length === 0 ? 'noLeaseText' : 'noLeaseNowText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {shown.map((lease) => (
            <li
              key={lease.id}
              className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4 md:px-6"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <Link
                    href={{
                      pathname: '/tenant/[id]/leases/[leaseId]',
                      params: { id: tenantId, leaseId: lease.id },
                    }}
                    className="font-medium text-balance hover:underline"
                  >
                    {placeWords(presentOf(lease.units))}
                  </Link>
                  <LeaseStateChip lease={lease} />
                </p>
                <p className="mt-0.5 text-sm text-muted">{termOf(lease)}</p>
              </div>
              <LeaseFigures lease={lease} />
              <Link
                href={{ pathname: '/tenant/[id]/account', params: { id: tenantId } }}
                className="text-sm font-medium text-accent hover:underline print:hidden"
              >
                {t('toAccount')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <LeaseDialog tenantId={tenantId} onDone={() => setAdding(false)} />}
    </Section>
  );
}
