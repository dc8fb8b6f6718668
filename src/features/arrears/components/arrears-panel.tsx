'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { showSuccess } from '@/components/toast';
import { useAccountRefresh } from '@/features/ledger/components/use-account-refresh';
import { addMonths } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';

type Row = Outputs['arrears']['list']['rows'][number];
const ages = ['days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;

/** What a tenant is behind with, by age, with interest and the law's thresholds; nothing when all is in time. */
export function ArrearsPanel({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('Arrears');
  const [arrears] = trpc.arrears.list.useSuspenseQuery({ tenantId });
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  if (arrears.rows.length === 0) return null;
  return (
    <Section id="arrears" title={t('title')} description={t('text')}>
      <div className="flex flex-col gap-8">
        {arrears.rows.map((row) => (
          <LeaseArrears
            key={row.leaseId}
            row={row}
            showsPlace={arrears.rows.length > 1}
            canEdit={canEdit}
            today={portfolio.today}
          />
        ))}
      </div>
    </Section>
  );
}

function LeaseArrears({
  row,
  showsPlace,
  canEdit,
  today,
}: {
  row: Row;
  showsPlace: boolean;
  canEdit: boolean;
  today: string;
}) {
  const t = useTranslations('Arrears');
  const words = useTranslations('Explain.words');
  const thresholds = row.thresholds?.result;
  const isReached = thresholds?.twoDates.isReached || thresholds?.longerTime.isReached;
  return (
    <div className="flex flex-col gap-4">
      {showsPlace && <h3 className="font-medium">{row.units.map((unit) => unit.name).join(', ')}</h3>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {ages.map((age) => (
          <div key={age}>
            <dt className="text-xs text-muted">{words(age)}</dt>
            <dd className={row.byAge[age] > 0 ? 'font-medium' : 'text-muted'}>
              <Money amountCents={row.byAge[age]} />
            </dd>
          </div>
        ))}
      </dl>
      <Interest leaseId={row.leaseId} canCharge={canEdit && row.pausedUntil === null} />
      {row.thresholds && isReached && (
        <Notice tone="warning" title={t('thresholdTitle')}>
          {t('thresholdText')} <ExplainButton trace={row.thresholds.trace} />
        </Notice>
      )}
      <Pause row={row} canEdit={canEdit} today={today} />
    </div>
  );
}

function Interest({ leaseId, canCharge }: { leaseId: string; canCharge: boolean }) {
  const t = useTranslations('Arrears');
  // Which lease it is about is only known from the list, so the server cannot begin with it.
  const { data: found } = trpc.arrears.interest.useQuery({ leaseId });
  const utils = trpc.useUtils();
  const refresh = useAccountRefresh();
  const [id, setId] = useState<string | null>(null);
  const charge = trpc.arrears.chargeInterest.useMutation({ retry: retryTransient });
  if (!found) return <p className="h-5" aria-hidden="true" />;
  if (found.interest === null) return <p className="text-sm text-muted">{t('noRate')}</p>;
  const isAssumed = found.interest.result.parts.some((part) => part.isAssumed);
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        {t('interest')} <Money amountCents={found.interest.result.interestCents} className="font-medium" />
        <ExplainButton trace={found.interest.trace} />
        {canCharge && found.restCents > 0 && (
          <Button size="sm" look="tertiary" onClick={() => setId(newId())}>
            {t('charge')}
          </Button>
        )}
      </p>
      {found.chargedCents > 0 && (
        <p className="text-muted">
          {t('charged')} <Money amountCents={found.chargedCents} />
        </p>
      )}
      {isAssumed && <p className="text-muted">{t('assumed')}</p>}
      {id !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setId(null)}
          title={t('charge')}
          tone="primary"
          confirmLabel={t('charge')}
          confirm={async () => {
            await charge.mutateAsync({ id, leaseId, amountCents: found.restCents });
            void utils.arrears.invalidate();
            refresh();
            showSuccess(t('done'));
          }}
        >
          {t('chargeText')} <Money amountCents={found.restCents} />
        </ConfirmDialog>
      )}
    </div>
  );
}

function Pause({ row, canEdit, today }: { row: Row; canEdit: boolean; today: string }) {
  const t = useTranslations('Arrears');
  const utils = trpc.useUtils();
  const pause = trpc.arrears.pause.useMutation({
    onSettled: () => {
      void utils.arrears.invalidate();
      void utils.lease.invalidate();
    },
  });
  const set = (until: string | null) =>
    pause.mutate({ leaseId: row.leaseId, version: row.leaseVersion, until });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {row.pausedUntil && (
        <span>
          {t('pausedUntil')} <DateText day={row.pausedUntil} />
        </span>
      )}
      {canEdit && (
        <Button
          size="sm"
          look="ghost"
          pending={pause.isPending}
          onClick={() => set(row.pausedUntil ? null : addMonths(today, 1))}
        >
          {row.pausedUntil ? t('endPause') : t('pause')}
        </Button>
      )}
    </p>
  );
}
