import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { checkIcon } from '@/components/icons';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

export type OpenTransfer = Outputs['bank']['openTransfers'][number];

/** What was ordered of the bank and a line of money out may be, though nothing in it says so. */
export function OpenTransfers({
  lineId,
  isBusy,
  onPick,
}: {
  lineId: string;
  isBusy: boolean;
  onPick: (transfer: OpenTransfer) => void;
}) {
  const t = useTranslations('Bank');
  const { data: transfers = [] } = trpc.bank.openTransfers.useQuery({ lineId });
  if (transfers.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-medium">{t('openTransfers')}</h3>
      <ul className="divide-y divide-separator">
        {transfers.map((transfer) => {
          const to = transfer.holders.join(', ');
          return (
            <li
              key={Object.values(transfer.part).join(' ')}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0 text-sm break-words">
                {to} · <DateText day={transfer.on} />
              </span>
              <Button
                size="sm"
                look="secondary"
                icon={checkIcon}
                pending={isBusy}
                aria-label={t('isTransferOf', { to })}
                onClick={() => onPick(transfer)}
              >
                {t('isTransfer')}
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-muted">{t('openTransfersElse')}</p>
    </section>
  );
}
