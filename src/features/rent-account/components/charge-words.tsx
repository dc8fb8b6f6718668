import { useTranslations } from 'next-intl';
import { StatusChip } from '@/components/status-chip';
import type { ChargeState } from '@/domain/vocabulary';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { monthOf } from '@/lib/calendar';
import { type Titled, type TitleWords, titleOf } from '../charge-title-rules';

/** `titleOf` in the language of the page. */
export function useChargeTitle(): (charge: Titled) => string {
  const t = useTranslations('ChargeTitle');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const words: TitleWords = {
    refundOwed: () => t('refundOwed'),
    carried: (name) => t('carried', { name }),
    rent: (monthFrom) => t('rent', { month: formatMonth(monthOf(monthFrom), formats) }),
    kind: (kind) => labels(`chargeKind.${kind}`),
    waiverReverted: (name) => t('waiverReverted', { name }),
    reduced: (name) => t('reduced', { name }),
    reductionReverted: (name) => t('reductionReverted', { name }),
    corrected: (reason, name) => t(reason, { name }),
  };
  return (charge) => titleOf(charge, words);
}

const tones = {
  scheduled: 'neutral',
  due: 'accent',
  partly_paid: 'warning',
  paid: 'success',
  overdue: 'danger',
  waived: 'neutral',
} as const satisfies Record<ChargeState, string>;

export function ChargeStateChip({ state }: { state: ChargeState }) {
  const labels = useTranslations('Labels');
  return <StatusChip tone={tones[state]}>{labels(`chargeState.${state}`)}</StatusChip>;
}
