import { useTranslations } from 'next-intl';
import { StatusChip } from '@/components/status-chip';
import type { LeaseState } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';

export type LeaseRow = Outputs['lease']['list']['rows'][number];

const tones = {
  upcoming: 'accent',
  active: 'success',
  notice_given: 'warning',
  sold: 'neutral',
  ended: 'neutral',
  void: 'neutral',
} as const satisfies Record<LeaseState, string>;

export function LeaseStateChip({ lease: { state, soldOn } }: { lease: Pick<LeaseRow, 'state' | 'soldOn'> }) {
  const labels = useTranslations('Labels');
  const t = useTranslations('LeaseList');
  const formats = useFormats();
  return (
    <StatusChip tone={tones[state]}>
      {state === 'sold' && soldOn
        ? t('withBuyer', { day: formatDate(soldOn, formats) })
        : labels(`leaseState.${state}`)}
    </StatusChip>
  );
}

/** `since 1 Nov 2026`, `from` before it begins, `1 Nov 2026 – 31 Oct 2027`, in the user's format. */
export function useTermWords(): (lease: Pick<LeaseRow, 'startsOn' | 'endsOn' | 'state'>) => string {
  const t = useTranslations('LeaseList');
  const formats = useFormats();
  return ({ startsOn, endsOn, state }) => {
    const from = formatDate(startsOn, formats);
    if (endsOn) return t('term', { from, to: formatDate(endsOn, formats) });
    return state === 'upcoming' ? t('from', { from }) : t('since', { from });
  };
}

/** Those who and what belongs to the lease today; all of them where that is nobody. */
export function presentOf<Part extends { isPresent: boolean }>(parts: readonly Part[]): readonly Part[] {
  const present = parts.filter((part) => part.isPresent);
  return present.length > 0 ? present : parts;
}
