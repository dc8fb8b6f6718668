import { useTranslations } from 'next-intl';
import { type ComponentProps, Suspense } from 'react';
import { ExplainButton } from '@/components/explain/explain-button';
import { lazyPart } from '@/components/lazy-part';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { DunningPause } from './dunning-pause';
import { InterestPlace } from './interest-place';
import { Remind } from './remind';

// For those who are behind, with fields of its own.
const LazyInterest = lazyPart(async () => ({ default: (await import('./lease-interest')).LeaseInterest }));

function LeaseInterest(props: ComponentProps<typeof LazyInterest>) {
  return (
    <Suspense fallback={<InterestPlace isGerman={props.isGerman} />}>
      <LazyInterest {...props} />
    </Suspense>
  );
}

type Row = Outputs['arrears']['list']['rows'][number];
const ages = ['days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;

/**
 * What a tenant is behind with, by age, with interest and the law's thresholds, and interest on what was paid late;
 * nothing when all is in time.
 */
export function ArrearsPanel({ tenantId, canEdit }: { tenantId: string; canEdit: boolean }) {
  const t = useTranslations('Arrears');
  const [arrears] = trpc.arrears.list.useSuspenseQuery({ tenantId });
  const [late] = trpc.arrears.lateInterest.useSuspenseQuery({ tenantId });
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  if (arrears.rows.length + late.length === 0) return null;
  const isSeveral = arrears.rows.length + late.length > 1;
  return (
    <Section id="arrears" title={t('title')} description={t('text')}>
      <div className="flex flex-col gap-8">
        {arrears.rows.map((row) => (
          <LeaseArrears
            key={row.leaseId}
            row={row}
            showsPlace={isSeveral}
            canEdit={canEdit}
            today={portfolio.today}
          />
        ))}
        {late.map((row) => (
          <div key={row.leaseId} className="flex flex-col gap-4">
            {isSeveral && <h3 className="font-medium">{row.unitNames.join(', ')}</h3>}
            <p className="text-sm">{t('paidLate')}</p>
            <LeaseInterest
              leaseId={row.leaseId}
              canCharge={canEdit && row.pausedUntil === null}
              isGerman={row.isGerman}
            />
            <DunningPause row={row} canEdit={canEdit} today={portfolio.today} />
          </div>
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
      <LeaseInterest
        leaseId={row.leaseId}
        canCharge={canEdit && row.pausedUntil === null}
        isGerman={row.isGerman}
      />
      {row.thresholds && isReached && (
        <Notice tone="warning" title={t(row.isDwelling ? 'thresholdTitle' : 'thresholdTitleOther')}>
          {t('thresholdText')} <ExplainButton trace={row.thresholds.trace} className="-my-1.5" />
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {canEdit && !row.pausedUntil && (
          <Remind leaseId={row.leaseId} who={row.units.map((unit) => unit.name).join(', ')} />
        )}
        <DunningPause row={row} canEdit={canEdit} today={today} />
      </div>
    </div>
  );
}
