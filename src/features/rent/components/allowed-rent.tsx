import { useTranslations } from 'next-intl';
import { ExplainButton } from '@/components/explain/explain-button';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import type { Trace } from '@/domain/trace';

/** The highest net rent a rule allows, and by how much what was typed is above it. */
export function AllowedRent({ cents, netCents, trace }: { cents: number; netCents: number; trace: Trace }) {
  const t = useTranslations('RentCap');
  return (
    <div aria-live="polite" className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-1">
        {t('allowed')}
        <span className="flex items-center gap-x-1">
          <Money amountCents={cents} className="font-medium" />
          <ExplainButton trace={trace} />
        </span>
      </p>
      {netCents > cents && (
        <Notice tone="warning">
          {t('over')} <Money amountCents={netCents - cents} />
        </Notice>
      )}
    </div>
  );
}
