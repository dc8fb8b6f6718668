import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { downloadIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { type CalendarDate, yearOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { linesOf } from '../line-facts';
import { FormNotices, OwnerShares } from './form-notices';
import { TaxTable, useSaveForm } from './tax-table';
import { YearMenu } from './year-menu';

/** The form of one property, field by field; nothing where none is known for its place. */
export function TaxFormSection({ propertyId, today }: { propertyId: string; today: CalendarDate }) {
  const t = useTranslations('Tax');
  const [pending, startTransition] = useTransition();
  const [chosen, setChosen] = useState<number | null>(null);
  const [form] = trpc.tax.form.useSuspenseQuery({ propertyId, year: chosen });
  const save = useSaveForm();
  if (form === null) return null;
  const { year, years, rows } = form;
  return (
    <Section
      id="tax"
      title={t('title')}
      description={t(`formText.${form.form}`)}
      actions={
        <>
          <YearMenu year={year} years={years} onChoose={(one) => startTransition(() => setChosen(one))} />
          {rows.length > 0 && (
            <Button look="outline" size="sm" icon={downloadIcon} onClick={() => save(form)}>
              {t('export')}
            </Button>
          )}
        </>
      }
    >
      <div
        aria-busy={pending}
        className={classNames('grid grid-cols-1 gap-4 transition-opacity', pending && 'opacity-60')}
      >
        {year === yearOf(today) && (
          <p className="max-w-prose text-sm text-muted">{t('running', { year: `${year}` })}</p>
        )}
        {form.form === 'anlage_v' && linesOf(year) === null && (
          <p className="max-w-prose text-sm text-muted">{t('noLines', { year: `${year}` })}</p>
        )}
        {rows.length === 0 ? (
          <p className="text-sm text-muted">{t('nothing', { year: `${year}` })}</p>
        ) : (
          <>
            <TaxTable form={form} />
            {form.form === 'schedule_e' && form.resultCents < 0 && (
              <p className="max-w-prose text-sm text-muted">{t('passiveText')}</p>
            )}
            <OwnerShares form={form} />
          </>
        )}
        <FormNotices form={form} propertyId={propertyId} />
      </div>
    </Section>
  );
}
