import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/button';
import { checkIcon, ellipsisIcon } from '@/components/icons';
import { showFailure } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useUndoPayments } from '@/features/rent-account/components/use-undo-payments';
import { useErrorWords } from '@/i18n/error-words';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { type Payable, partiesOf } from './parties';

/** A lease with what is open of it. */
export type Receivable = Omit<Payable, 'id'> & { rents: readonly { id: string; openCents: number }[] };

/** "Received": all that is open of these rents, today, by transfer; what differs is said in the dialog beside it. */
export function ReceiveRent({
  row,
  today,
  onSeveral,
  onPay,
}: {
  row: Receivable;
  today: CalendarDate;
  /** Where they are of many months: asks what of it came, and when. */
  onSeveral?: (() => void) | undefined;
  onPay: (charge: Payable) => void;
}) {
  const t = useTranslations('RentPage');
  const words = useErrorWords();
  const formats = useFormats();
  const offerUndo = useUndo();
  const undo = useUndoPayments();
  const own = useRef<HTMLDivElement>(null);
  const record = trpc.payment.recordMany.useMutation({ retry: retryTransient });
  const open = row.rents.filter((rent) => rent.openCents > 0);
  const [first] = open;
  if (!first) return null;
  const amount = formatMoney(sumCents(open.map((rent) => rent.openCents)), formats.currency, formats);
  const who = partiesOf(row);

  async function receive() {
    const payments = open.map((rent) => ({ id: newId(), chargeId: rent.id, amountCents: rent.openCents }));
    // The row loses its button: whoever goes through them by keyboard goes on at the next.
    const next = nextReceive(own.current);
    try {
      await record.mutateAsync({ paidOn: today, payments });
      offerUndo(t('received', { amount, who }), () => undo(payments.map((payment) => payment.id)));
      if (next && (document.activeElement === document.body || own.current?.contains(document.activeElement)))
        next.focus();
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  return (
    <div ref={own} className="flex justify-end gap-1">
      <Button
        size="sm"
        icon={checkIcon}
        pending={record.isPending}
        data-receive
        aria-label={t('receiveOf', { amount, who })}
        onClick={onSeveral ?? (() => void receive())}
      >
        {t('receive')}
      </Button>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        icon={ellipsisIcon}
        aria-label={t('otherwise', { who })}
        title={t('otherwiseShort')}
        onClick={() =>
          onPay({ id: first.id, leaseId: row.leaseId, tenants: row.tenants, unitNames: row.unitNames })
        }
      />
    </div>
  );
}

function nextReceive(own: HTMLElement | null): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-receive]')];
  return all[all.findIndex((button) => own?.contains(button)) + 1];
}
