import { useTranslations } from 'next-intl';
import type { MeterKind, MeterMeasure } from '@/domain/vocabulary';
import { formatDecimal } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

type Described = { kind: MeterKind; number: string | null; location: string | null };

/** `Electricity · 1 EMH00 7741 · hall` */
export function useMeterName(): (meter: Described) => string {
  const labels = useTranslations('Labels');
  return ({ kind, number, location }) =>
    [labels(`meterKind.${kind}`), number, location].filter(Boolean).join(' · ');
}

/** `4.711,3 kWh`; of a difference with its sign. */
export function useReadingWords(): (
  thousandths: number,
  measure: MeterMeasure,
  style?: 'plain' | 'signed',
) => string {
  const labels = useTranslations('Labels');
  const formats = useFormats();
  return (thousandths, measure, style = 'plain') => {
    const sign = style === 'signed' && thousandths > 0 ? '+' : '';
    return `${sign}${formatDecimal(thousandths, 3, formats)}\u00A0${labels(`meterMeasure.${measure}`)}`;
  };
}
