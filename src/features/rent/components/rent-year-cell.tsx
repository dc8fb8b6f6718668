import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { banIcon, checkIcon, circleAlertIcon, circleIcon, clockIcon, contrastIcon } from '@/components/icons';
import { type ChargeState, chargeStates } from '@/domain/vocabulary';
import { useChargeTitle } from '@/features/rent-account/components/charge-words';
import { formatAmount, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { YearCell } from '../year-cell-rules';
import { type Payable, partiesOf } from './parties';
import type { YearRow } from './rent-year';

// Told apart without colours, too.
const signs: Record<ChargeState, string> = {
  paid: checkIcon,
  partly_paid: contrastIcon,
  due: clockIcon,
  overdue: circleAlertIcon,
  scheduled: circleIcon,
  waived: banIcon,
};

/** A month of a lease: a sign and the amount that counts; a button where something is open. */
export function MonthCell({
  cell,
  row,
  onPay,
}: {
  cell: YearCell<YearRow['charges'][number]> | undefined;
  row: YearRow;
  onPay: ((charge: Payable) => void) | null;
}) {
  const t = useTranslations('PropertyRents');
  const labels = useTranslations('Labels');
  const titleOf = useChargeTitle();
  const formats = useFormats();
  if (!cell) return <span className="sr-only">{t('nothingBooked')}</span>;

  const { state, dueCents, openCents, charges } = cell;
  const open = charges.find((charge) => charge.openCents > 0);
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const title = charges.map(titleOf).join(' + ');
  const amounts =
    openCents > 0 ? t('openAndDue', { open: money(openCents), due: money(dueCents) }) : money(dueCents);
  const seen = (
    <span aria-hidden="true" className="contents">
      <Icon icon={signs[state]} className="size-3.5" />
      {formatAmount(openCents > 0 ? openCents : dueCents, formats)}
    </span>
  );
  if (!open || !onPay) {
    return (
      <span className="rent-month" data-state={state} title={`${title}: ${amounts}`}>
        {seen}
        <span className="sr-only">
          {title}: {labels(`chargeState.${state}`)}, {amounts}
        </span>
      </span>
    );
  }
  const payable: Payable = {
    id: open.id,
    leaseId: row.leaseId,
    tenants: row.tenants,
    unitNames: row.unitNames,
  };
  return (
    <button
      type="button"
      className="rent-month cursor-pointer"
      data-state={state}
      title={`${title}: ${amounts}`}
      onClick={() => onPay(payable)}
    >
      {seen}
      <span className="sr-only">
        {t('payFor', { title, parties: partiesOf(payable) })}: {labels(`chargeState.${state}`)}, {amounts}
      </span>
    </button>
  );
}

/** What the signs mean, of those that can be seen. */
export function StateLegend({ states }: { states: readonly ChargeState[] }) {
  const labels = useTranslations('Labels');
  const seen = new Set(states);
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {chargeStates
        .filter((state) => seen.has(state))
        .map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <Icon icon={signs[state]} className="size-3.5" />
            {labels(`chargeState.${state}`)}
          </li>
        ))}
    </ul>
  );
}
