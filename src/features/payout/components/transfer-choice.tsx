import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { MoneyField } from '@/components/form/money-field';
import { TextField } from '@/components/form/text-field';
import { Money } from '@/components/money';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { formatIban } from '@/lib/iban';
import type { Outputs } from '@/trpc/outputs';
import type { createPayoutInput } from '../schema';

const field = fieldsOf<typeof createPayoutInput>();

type Row = Outputs['payout']['payable']['rows'][number];

export const keyOf = (row: Row) => row.depositId ?? row.lease.id;

/** What may be paid out, each ticked or not; what is ticked says how much and to whom. Who only reads ticks nothing. */
export function TransferChoice({
  rows,
  chosen,
  canEdit,
  onTick,
  onAmount,
}: {
  rows: readonly Row[];
  chosen: readonly Row[];
  canEdit: boolean;
  onTick: (ticked: ReadonlySet<string>) => void;
  onAmount: (row: Row, cents: number | null) => void;
}) {
  const t = useTranslations('Payouts');
  const Line = canEdit ? 'label' : 'div';
  const ticked = new Set(chosen.map(keyOf));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('transfers')}</legend>
      <ul className="divide-y divide-separator rounded-xl border border-border">
        {rows.map((row) => {
          const key = keyOf(row);
          return (
            <li key={key} className="px-3.5 py-2.5 text-sm">
              <Line className="flex items-start gap-3">
                {canEdit && (
                  <input
                    type="checkbox"
                    checked={ticked.has(key)}
                    onChange={({ target }) => {
                      const next = new Set(ticked);
                      if (target.checked) next.add(key);
                      else next.delete(key);
                      onTick(next);
                    }}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                )}
                <RowWords row={row} />
                <Money amountCents={row.amountCents} className="font-medium" />
              </Line>
              {ticked.has(key) && (
                <Payee row={row} at={chosen.indexOf(row)} onAmount={(cents) => onAmount(row, cents)} />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function RowWords({ row }: { row: Row }) {
  const t = useTranslations('Payouts');
  const formats = useFormats();
  const what =
    row.depositId === null
      ? t('credit')
      : row.endsOn === null
        ? t('deposit')
        : t('depositEnds', { day: formatDate(row.endsOn, formats) });
  return (
    <span className="min-w-0 flex-1">
      <span className="block font-medium break-words">{row.lease.tenants.join(', ')}</span>
      <span className="block text-xs break-words text-muted">
        {what} · {row.lease.place}
      </span>
      {row.heldBackCents > 0 && (
        <span className="block text-xs text-warning-soft-foreground">
          {t('heldBack', { amount: formatMoney(row.heldBackCents, formats.currency, formats) })}
        </span>
      )}
    </span>
  );
}

/** How much of it goes to whose account; what is known stands there already. */
function Payee({ row, at, onAmount }: { row: Row; at: number; onAmount: (cents: number | null) => void }) {
  const t = useTranslations('Payouts');
  return (
    <fieldset
      aria-label={t('choose', {
        what: t(row.depositId === null ? 'credit' : 'deposit'),
        tenants: row.lease.tenants.join(', '),
      })}
      className="grid min-w-0 gap-3 pt-3 pb-1 sm:grid-cols-[9rem_1fr_1.4fr] sm:ps-7"
    >
      <MoneyField
        name={field(`items.${at}.amountCents`)}
        label={t('amountOf')}
        defaultCents={row.amountCents}
        onCentsChange={onAmount}
      />
      <TextField
        name={field(`items.${at}.holder`)}
        label={t('holder')}
        defaultValue={row.payee.holder}
        empty="text"
        autoComplete="off"
      />
      <TextField
        name={field(`items.${at}.iban`)}
        label={t('iban')}
        defaultValue={row.payee.iban === '' ? '' : formatIban(row.payee.iban)}
        empty="text"
        autoComplete="off"
        spellCheck={false}
      />
    </fieldset>
  );
}
