'use client';

import { useTranslations } from 'next-intl';
import { NumberField } from '@/components/form/number-field';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import { type RentLine, vatContained } from '../rules';

/** The VAT a whole rent contains: who lets with VAT lets every part of it so. Says what that comes to. */
export function RentVatField({
  name,
  lines,
  rateBp,
  onRateChange,
}: {
  name: string;
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
    <NumberField
      name={name}
      label={t('vat')}
      optional
      decimals={2}
      unit="%"
      defaultScaled={rateBp === 0 ? null : rateBp}
      onScaledChange={(scaled) => onRateChange(scaled ?? 0)}
      hint={
        vatCents === 0
          ? t('vatHint')
          : t('vatContained', { amount: money(vatCents), net: money(totalCents - vatCents) })
      }
    />
  );
}
