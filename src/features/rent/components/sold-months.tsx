'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { MonthText } from '@/components/date-text';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { Link } from '@/i18n/navigation';
import { sumCents } from '@/lib/money';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CorrectDialog } from './correct-posted';

type Sold = Outputs['rent']['soldMonths'][number];

/** Of a sold house, lease by lease: months whose rent is booked although it is the buyer's, each corrected where it stands. */
export function SoldMonths({ propertyId, canEdit }: { propertyId: string; canEdit: boolean }) {
  const t = useTranslations('SoldMonths');
  const { data: rows = [] } = trpc.rent.soldMonths.useQuery({ propertyId });
  const [correcting, setCorrecting] = useState<Sold | null>(null);
  if (rows.length === 0) return null;
  return (
    <Section id="sold-months" title={t('title')} description={t('text')} flush>
      <ul className="divide-y divide-separator">
        {rows.map((row) => (
          <li key={row.leaseId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 sm:px-6">
            <SoldMonthsOf row={row} />
            {canEdit && (
              <Button look="tertiary" size="sm" className="ms-auto" onClick={() => setCorrecting(row)}>
                {t('correct')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {correcting && (
        <CorrectDialog
          leaseId={correcting.leaseId}
          differences={correcting.months}
          onClose={() => setCorrecting(null)}
        />
      )}
    </Section>
  );
}

function SoldMonthsOf({ row: { leaseId, tenants, months } }: { row: Sold }) {
  const [tenant] = tenants;
  const names = tenants.map((one) => one.name).join(', ');
  const [first] = months;
  const last = months.at(-1);
  return (
    <>
      <div className="min-w-0 grow">
        <p className="line-clamp-2 break-words font-medium">
          {tenant ? (
            <Link
              href={{ pathname: '/tenant/[id]/leases/[leaseId]', params: { id: tenant.id, leaseId } }}
              className="hover:underline"
            >
              {names}
            </Link>
          ) : (
            names
          )}
        </p>
        <p className="text-sm text-muted">
          {first && <MonthText month={first.month} />}
          {first && last && last !== first && (
            <>
              {' – '}
              <MonthText month={last.month} />
            </>
          )}
        </p>
      </div>
      <Money amountCents={sumCents(months.map((month) => month.differenceCents))} className="font-medium" />
    </>
  );
}
