import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';
import { YearGroup } from './year-group';

const field = fieldsOf<typeof setYearInput>();

/** The tank at both ends of the year, and what each booking brought. */
export function StockFields({ view: { year, opening, bookings } }: { view: PlantYearView }) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  return (
    <YearGroup title={t('stock')} text={t('deliveriesText')}>
      <FieldRow>
        <NumberField
          name={field('openingQuantity')}
          label={t('opening')}
          hint={opening && year?.openingQuantity == null ? t('openingHint') : undefined}
          decimals={3}
          defaultScaled={year?.openingQuantity ?? opening?.quantity}
        />
        <MoneyField
          name={field('openingCents')}
          label={t('openingCents')}
          defaultCents={year?.openingCents ?? opening?.amountCents}
        />
        <NumberField
          name={field('closingQuantity')}
          label={t('closing')}
          decimals={3}
          defaultScaled={year?.closingQuantity}
        />
      </FieldRow>
      <p className="text-sm font-medium">{t('deliveries')}</p>
      {bookings.length === 0 && <p className="text-sm text-muted">{t('noDeliveries')}</p>}
      {bookings.map((booking, index) => (
        <NumberField
          key={booking.id}
          name={field(`deliveries.${index}.quantity`)}
          label={[booking.title, booking.payee].filter(Boolean).join(' · ')}
          hint={`${formatDate(booking.bookedOn, formats)} · ${formatMoney(booking.amountCents, formats.currency, formats)}`}
          decimals={3}
          optional
          defaultScaled={
            year?.deliveries.find(({ transactionId }) => transactionId === booking.id)?.quantity ?? null
          }
          className="sm:w-1/2 sm:pe-2"
        />
      ))}
    </YearGroup>
  );
}
