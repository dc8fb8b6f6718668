import { useTranslations } from 'next-intl';
import { BankFileDialog, BankFileItems } from '@/components/bank-file-dialog';
import { CallOff } from '@/components/call-off';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { DebitState } from '../rules';
import { TellBeforehand } from './tell-beforehand';

export const tones = {
  under_way: 'accent',
  received: 'success',
  returned: 'warning',
  cancelled: 'neutral',
} as const satisfies Record<DebitState, string>;

/** The direct debits of a file, each with what became of it. Open as long as it is mounted. */
export function CollectionDialog({
  id,
  day,
  canEdit,
  onClose,
}: {
  id: string;
  day: CalendarDate;
  canEdit: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('Debits');
  return (
    <BankFileDialog day={day} titleOf={(shown) => t('shownTitle', { day: shown })} onClose={onClose}>
      <Items id={id} canEdit={canEdit} />
    </BankFileDialog>
  );
}

function Items({ id, canEdit }: { id: string; canEdit: boolean }) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const [file] = trpc.debit.collection.useSuspenseQuery({ id });
  type Item = (typeof file.items)[number];
  const toldOf = ({ notice }: Item) => {
    if (!notice) return null;
    if (notice.sentOn === null) return t('toldSoon');
    return t(`toldBy.${notice.way}`, { day: formatDate(notice.sentOn, formats) });
  };
  const nameOf = ({ lease }: Item) => lease.tenants.join(', ');
  return (
    <div className="flex flex-col gap-4">
      <BankFileItems
        items={file.items}
        nameOf={nameOf}
        linesOf={(item) => [item.lease.place, toldOf(item)]}
        chipOf={({ state }) => ({ text: t(`stateOf.${state}`), tone: tones[state] })}
        action={(item) =>
          canEdit && item.state === 'under_way' && <NeverCame id={item.id} tenants={nameOf(item)} />
        }
      />
      {canEdit && <TellBeforehand file={file} />}
    </div>
  );
}

/** Of one that the bank did not collect; its amount is due again. */
function NeverCame({ id, tenants }: { id: string; tenants: string }) {
  const t = useTranslations('Debits');
  const cancel = trpc.debit.cancelDebit.useMutation({ retry: retryTransient });
  return (
    <CallOff
      label={t('neverCame')}
      labelOf={t('neverCameOf', { tenants })}
      done={t('neverCameDone', { tenants })}
      callOff={() => cancel.mutateAsync({ id })}
    />
  );
}
