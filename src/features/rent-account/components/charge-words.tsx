import { useTranslations } from 'next-intl';
import { StatusChip } from '@/components/status-chip';
import { type ChargeKind, chargeTraits, isRefundOwed } from '@/domain/account-kinds';
import type { ChargeState, CorrectionReason } from '@/domain/vocabulary';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { monthOf } from '@/lib/calendar';

type Titled = {
  kind: ChargeKind;
  periodFrom: string | null;
  note?: string | null;
  correctionReason?: CorrectionReason | null;
  /** What it was in the account it was carried over from. */
  carriedKind?: ChargeKind | null;
  carriedPeriodFrom?: string | null;
  revertsChargeId?: string | null;
};

/** What a charge is called on screens: `Rent November 2026`, `Correction: Rent November 2026`. */
export function useChargeTitle(): (charge: Titled) => string {
  const t = useTranslations('ChargeTitle');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const plain = ({ kind, periodFrom, note, correctionReason, ...row }: Titled): string => {
    const name = isRefundOwed({ kind, ...row })
      ? t('refundOwed')
      : row.carriedKind
        ? t('carried', { name: plain({ kind: row.carriedKind, periodFrom: row.carriedPeriodFrom ?? null }) })
        : chargeTraits[kind].namedBy === 'month' && periodFrom
          ? t('rent', { month: formatMonth(monthOf(periodFrom), formats) })
          : chargeTraits[kind].namedBy === 'note' && note && !correctionReason
            ? note
            : labels(`chargeKind.${kind}`);
    if (row.revertsChargeId) return t('waiverReverted', { name });
    return correctionReason ? t(correctionReason, { name }) : name;
  };
  return plain;
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
