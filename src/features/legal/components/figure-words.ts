import { useTranslations } from 'next-intl';
import { type LegalFigureKind, placeFigureKinds } from '@/domain/vocabulary';
import { formatNumber, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

export const isPercent = (kind: LegalFigureKind): boolean =>
  kind !== 'consumer_price_index' && kind !== 'own_deposit_months';

export const isOfPlace = (kind: LegalFigureKind): boolean => placeFigureKinds.some((one) => one === kind);

/** A figure in the user's format: `1,27 %`, `119,3`. */
export function useFigureText(): (kind: LegalFigureKind, value: number) => string {
  const formats = useFormats();
  const t = useTranslations('LegalFigures');
  return (kind, value) =>
    kind === 'rent_brake' && value === 0
      ? t('noBrake')
      : isPercent(kind)
        ? formatPercent(value, formats).replace('-', '−')
        : formatNumber(value / 1_000, formats, 3);
}

/** `2nd half of 2026`, from the first day of a half-year. */
export function useHalfYearText(): (startsOn: string) => string {
  const t = useTranslations('LegalFigures');
  return (startsOn) =>
    t(startsOn.slice(5, 7) === '01' ? 'firstHalf' : 'secondHalf', { year: startsOn.slice(0, 4) });
}

/** Who published a figure; the tables also name where it was looked up, after a semicolon. */
export const publisherOf = (source: string): string => source.split(';')[0] ?? source;
