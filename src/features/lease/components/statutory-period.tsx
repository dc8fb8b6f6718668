import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { SelectField } from '@/components/form/select-field';
import { Notice } from '@/components/notice';
import { type NoticeCircumstance, noticeCircumstances } from '@/domain/vocabulary';
import type { Outputs } from '@/trpc/outputs';
import type { LeaseRow } from './lease-words';

/** What German law says about the end, or that the program knows no law here. */
export function StatutoryPeriod({
  period,
  isLandlord,
  lease,
  endsOn,
  onCircumstance,
  onTake,
}: {
  period: Outputs['lease']['noticePeriod'];
  isLandlord: boolean;
  lease: Pick<LeaseRow, 'endsOn' | 'isFixedTerm'>;
  endsOn: string | null;
  onCircumstance: (value: NoticeCircumstance) => void;
  onTake: () => void;
}) {
  const t = useTranslations('EndLease');
  if (period === null) return <Notice>{t('noLaw')}</Notice>;
  const { result } = period;
  return (
    <section aria-live="polite" className="flex flex-col gap-2 rounded-xl bg-surface-secondary p-4 text-sm">
      <div className="flex items-start justify-between gap-3">
        <p>
          <span className="block font-medium">
            {t('statutory', { months: result.months })} <DateText day={result.endsOn} />
          </span>
          <span className="block text-muted">
            {t('receivedBy')} <DateText day={result.receivedBy} />
          </span>
          {isLandlord && (
            <span className="block text-muted">
              {t('letSince')} <DateText day={period.letSince} />
            </span>
          )}
        </p>
        <ExplainButton trace={period.trace} className="-me-2 -mt-1.5 text-muted" />
      </div>
      {period.circumstances.length > 1 && (
        <SelectField
          // The tenant's notice knows fewer: a choice that is gone is not kept.
          key={period.circumstances.join()}
          name={null}
          label={t('circumstance')}
          options={period.circumstances.map((value) => ({ value, label: t(`circumstances.${value}`) }))}
          defaultValue={period.circumstance}
          onValueChange={(value) =>
            onCircumstance(noticeCircumstances.find((one) => one === value) ?? 'none')
          }
        />
      )}
      {lease.isFixedTerm && period.circumstance !== 'heirs' && <p className="text-muted">{t('fixedTerm')}</p>}
      {period.needsReason && (
        <p className="text-muted">
          {t('landlordReason')} {period.hasRoom && t('residence')}
        </p>
      )}
      {isLandlord && period.circumstance === 'shared_house' && (
        <p className="text-muted">{t('sharedHouse')}</p>
      )}
      {period.circumstance === 'heirs' && <p className="text-muted">{t('heirs')}</p>}
      {endsOn !== null && endsOn < result.endsOn && <p className="font-medium">{t('earlier')}</p>}
      {endsOn !== result.endsOn && (
        <Button size="sm" className="self-start" onClick={onTake}>
          {t('takeOver')}
        </Button>
      )}
    </section>
  );
}
