import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Money } from '@/components/money';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';

type Row = Outputs['debit']['due']['rows'][number];

const reasons = [
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AM04',
  'AM05',
  'MD01',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'SL01',
] as const;

/** The direct debits of a file, each ticked or not; `onChoose` gets what was decided of each. Who only reads ticks none. */
export function DebitChoice({
  rows,
  chosen,
  canEdit,
  onChoose,
}: {
  rows: readonly Row[];
  chosen: readonly Row[];
  canEdit: boolean;
  onChoose: (choice: ReadonlyMap<string, boolean>) => void;
}) {
  const t = useTranslations('Debits');
  const Line = canEdit ? 'label' : 'div';
  const ticked = new Set(chosen.map((row) => row.mandateId));
  const chooseAll = (isChosen: boolean) => onChoose(new Map(rows.map((row) => [row.mandateId, isChosen])));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('debits')}</legend>
      {canEdit && (
        <div className="flex justify-end gap-1 pb-2">
          <Button
            look="ghost"
            size="sm"
            disabled={chosen.length === rows.length}
            onClick={() => chooseAll(true)}
          >
            {t('all')}
          </Button>
          <Button look="ghost" size="sm" disabled={chosen.length === 0} onClick={() => chooseAll(false)}>
            {t('none')}
          </Button>
        </div>
      )}
      <ul className="divide-y divide-separator rounded-xl border border-border">
        {rows.map((row) => (
          <li key={row.mandateId} className="px-3.5 py-2.5 text-sm">
            <Line className="flex items-start gap-3">
              {canEdit && (
                <input
                  type="checkbox"
                  checked={ticked.has(row.mandateId)}
                  onChange={(event) =>
                    onChoose(
                      new Map(
                        rows.map((one) => [
                          one.mandateId,
                          one === row ? event.target.checked : ticked.has(one.mandateId),
                        ]),
                      ),
                    )
                  }
                  className="mt-1 size-4 shrink-0 cursor-pointer accent-accent"
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{row.lease.tenants.join(', ')}</span>
                <span className="block text-xs break-words text-muted">
                  {row.lease.place} · {row.reference}
                </span>
                <Returned row={row} />
                {row.payerLeft !== null && (
                  <span className="block text-xs text-warning-soft-foreground">
                    {t('payerLeft', { name: row.payerLeft })}
                  </span>
                )}
              </span>
              <Money amountCents={row.amountCents} className="font-medium" />
            </Line>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Returned({ row }: { row: Row }) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  if (row.returnedOn === null) return null;
  const day = formatDate(row.returnedOn, formats);
  const known = reasons.find((one) => one === row.reason);
  const reason = known && t(`reasons.${known}`);
  const words = reason
    ? t(row.isHeld ? 'heldReason' : 'returnedReason', { day, reason })
    : t(row.isHeld ? 'held' : 'returnedOnce', { day });
  return <span className="block text-xs text-warning-soft-foreground">{words}</span>;
}
