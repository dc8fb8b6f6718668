import { useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import { type ServiceCo2Way, serviceSumFault } from '@/statement/plant';

/** Whether what stands in the grid adds up to the bill, while it is typed: the check the statement asks for, too. */
export function ServiceSum({
  amounts,
  totalCents,
  co2Way,
  co2LandlordCents,
}: {
  /** Null: nothing was typed for a user yet, or what cannot be read. */
  amounts: readonly (number | null)[];
  totalCents: number | null;
  co2Way: ServiceCo2Way;
  co2LandlordCents: number | null;
}) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const lacking = amounts.filter((cents) => cents === null).length;
  if (lacking === amounts.length) return null;
  const usersCents = sumCents(amounts.map((cents) => cents ?? 0));
  const users = money(usersCents);
  if (lacking > 0) return <Notice live>{t('sumLacks', { users, count: lacking })}</Notice>;
  if (totalCents === null) return <Notice live>{t('sumWithoutTotal', { users })}</Notice>;
  const fault = serviceSumFault({ totalCents, co2Way, co2LandlordCents }, usersCents);
  if (fault === null) {
    return (
      <Notice tone="success" live>
        {co2Way === 'deducted' && co2LandlordCents !== null && co2LandlordCents !== 0
          ? t('sumFitsLess', { users, co2: money(co2LandlordCents) })
          : t('sumFits', { users })}
      </Notice>
    );
  }
  const expectedCents = totalCents - (co2Way === 'deducted' ? (co2LandlordCents ?? 0) : 0);
  return (
    <Notice tone="warning" live>
      {fault === 'service_co2_not_deducted'
        ? t('sumNotDeducted', { users })
        : fault === 'service_co2_deducted'
          ? t('sumDeducted', { users })
          : t('sumDiffers', {
              users,
              expected: money(expectedCents),
              difference: money(usersCents - expectedCents),
            })}
    </Notice>
  );
}
