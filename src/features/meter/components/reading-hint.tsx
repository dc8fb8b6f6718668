import { useTranslations } from 'next-intl';
import { classNames } from '@/components/class-names';
import { WarningHint } from '@/components/warning-hint';
import type { MeterMeasure } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { consumedThousandths, isAboveNext, type Reading } from '../rules';
import { useReadingWords } from './meter-words';

/**
 * What the meter showed before and what has run through since, while a reading is typed. One that is lower, or higher than
 * what was read after that day, may be right.
 */
export function ReadingHint({
  previous,
  next,
  reading,
  measure,
  className,
}: {
  previous: Reading | null;
  next: Reading | null;
  reading: number | null;
  measure: MeterMeasure;
  className?: string;
}) {
  const t = useTranslations('Handover');
  const formats = useFormats();
  const words = useReadingWords();
  const wordsOf = ({ readingThousandths, readOn }: Reading) => ({
    reading: words(readingThousandths, measure),
    day: formatDate(readOn, formats),
  });
  const difference =
    previous && reading !== null ? consumedThousandths(previous, { readingThousandths: reading }) : null;
  if (previous && difference !== null && difference < 0) {
    return <WarningHint className={className}>{t('lower', wordsOf(previous))}</WarningHint>;
  }
  if (next && reading !== null && isAboveNext(reading, { previous, next })) {
    return <WarningHint className={className}>{t('higher', wordsOf(next))}</WarningHint>;
  }
  if (!previous) return null;
  return (
    <p role="status" className={classNames('text-sm text-muted tabular-nums', className)}>
      {t('previous', wordsOf(previous))}
      {difference !== null && (
        <span className="block">{t('difference', { difference: words(difference, measure, 'signed') })}</span>
      )}
    </p>
  );
}
