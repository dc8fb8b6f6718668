import { useTranslations } from 'next-intl';
import { formatNumber } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

/** UN/ECE Recommendations 20 and 21, as far as bills of a house use them: signs are the same in every language. */
const signs: Record<string, string> = {
  MTR: 'm',
  MTK: 'm²',
  MTQ: 'm³',
  KGM: 'kg',
  TNE: 't',
  LTR: 'l',
  KMT: 'km',
  KTM: 'km',
  KWH: 'kWh',
  MWH: 'MWh',
  P1: '%',
};

const words = {
  H87: 'piece',
  C62: 'piece',
  XPP: 'piece',
  EA: 'piece',
  MIN: 'minute',
  HUR: 'hour',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  ANN: 'year',
  LS: 'lumpSum',
} as const;

const isWord = (code: string): code is keyof typeof words => code in words;

/** How much of what, in words: "4 hours". A code that nobody knows stands as it is. */
export function useQuantityWords(): (quantity: string, unitCode: string | null) => string {
  const t = useTranslations('InvoiceFile.units');
  const formats = useFormats();
  return (quantity, unitCode) => {
    const count = Number(quantity);
    const isShown = Number.isFinite(count) && Math.abs(count) < 1e9;
    const number = isShown ? formatNumber(count, formats, 4) : quantity;
    if (unitCode === null) return number;
    if (isWord(unitCode)) return t(words[unitCode], { number, count: isShown ? count : 2 });
    return `${number}\u00A0${signs[unitCode] ?? unitCode}`;
  };
}
