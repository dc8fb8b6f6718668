import { useTranslations } from 'next-intl';
import { classNames } from '@/components/class-names';
import { WarningHint } from '@/components/warning-hint';
import type { MeterMeasure } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { consumedThousandths, type Reading } from '../rules';
import { useReadingWords } from './meter-words';

/** What the meter showed before and what has run through since, while a reading is typed; a lower one may be right. */
export function ReadingHint({
  previous,
  reading,
  measure,
  className,
}: {
  previous: Reading | null;
  reading: number | null;
  measure: MeterMeasure;
  className?: string;
}) {
  const t = useTranslations('Handover');
  const formats = useFormats();
  const words = useReadingWords();
  if (!previous) return null;
  const last = {
    reading: words(previous.readingThousandths, measure),
    day: formatDate(previous.readOn, formats),
  };
  const difference = reading === null ? null : consumedThousandths(previous, { readingThousandths: reading });
  if (difference !== null && difference < 0) {
    return <WarningHint className={className}>{t('lower', last)}</WarningHint>;
  }
  return (
    <p role="status" className={classNames('text-sm text-muted tabular-nums', className)}>
      {t('previous', last)}
      {difference !== null && (
        <span className="block">{t('difference', { difference: words(difference, measure, 'signed') })}</span>
      )}
    </p>
  );
}
