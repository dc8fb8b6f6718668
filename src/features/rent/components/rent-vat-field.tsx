import { useTranslations } from 'next-intl';
import { classNames } from '@/components/class-names';
import type { FieldName } from '@/components/form/field-name';
import { NumberField } from '@/components/form/number-field';
import { vatContained } from '@/domain/vat';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import type { RentLine } from '../rules';

/** The VAT a rent contains, of all of it or of one part. Says what that comes to. */
export function RentVatField({
  name,
  part,
  lines,
  rateBp,
  onRateChange,
}: {
  /** null: of a part without an amount, which does not belong to the rent. */
  name: FieldName | null;
  /** The part that it is the rate of; left out, all of them have it. */
  part?: string;
  lines: readonly RentLine[];
  rateBp: number;
  onRateChange: (rateBp: number) => void;
}) {
  const t = useTranslations('RentLines');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const vatCents = sumCents(lines.map((line) => vatContained(line.amountCents, line.vatRateBp)));
  const totalCents = sumCents(lines.map((line) => line.amountCents));
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_2.25rem] items-start gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,1fr)_9.5rem_2.25rem]',
        part !== undefined && 'col-span-full',
      )}
    >
      <p className="col-span-2 text-sm sm:col-span-1 sm:py-2">
        {t('vat')}
        <span className="block text-xs text-muted">
          {vatCents === 0
            ? t(part === undefined ? 'vatHint' : 'vatPartHint')
            : t('vatContained', { amount: money(vatCents), net: money(totalCents - vatCents) })}
        </span>
      </p>
      <NumberField
        name={name}
        label={part === undefined ? t('vat') : t('vatOf', { part })}
        decimals={2}
        unit="%"
        defaultScaled={rateBp === 0 ? null : rateBp}
        onScaledChange={(scaled) => onRateChange(scaled ?? 0)}
        className="[&>label]:sr-only"
      />
    </div>
  );
}
