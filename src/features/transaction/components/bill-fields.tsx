import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { accountText } from '@/domain/bank-account';
import { vatContained } from '@/domain/vat';
import { type DistributionKey, distributionKeys } from '@/domain/vocabulary';
import type { CategoryRow } from '@/features/category/components/category-field';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { usualKey } from '../rules';
import type { recordTransactionInput } from '../schema';

const field = fieldsOf<typeof recordTransactionInput>();

/** The rate of VAT; says how much of the amount that is. */
export function VatField({
  amountCents,
  rateBp,
  onRateChange,
}: {
  amountCents: number | null;
  rateBp: number | null;
  onRateChange: (rateBp: number | null) => void;
}) {
  const t = useTranslations('BookingForm');
  const formats = useFormats();
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  // The United States have none.
  if (jurisdiction === 'US' && !rateBp) return null;
  const contained = amountCents === null || rateBp === null ? 0 : vatContained(amountCents, rateBp);
  return (
    <NumberField
      name={field('vatRateBp')}
      label={t('vatRate')}
      optional
      empty="omit"
      decimals={2}
      unit="%"
      defaultScaled={rateBp === 0 ? null : rateBp}
      onScaledChange={onRateChange}
      hint={
        contained === 0
          ? t('vatHint')
          : t('vatContained', { amount: formatMoney(contained, formats.currency, formats) })
      }
    />
  );
}

/** Labour in the amount, which a tenant in Germany may deduct; elsewhere shown where there is some. */
export function LabourField({ labourCents }: { labourCents: number | undefined }) {
  const t = useTranslations('BookingForm');
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  if (jurisdiction !== 'DE' && !labourCents) return null;
  return (
    <MoneyField
      name={field('labourCents')}
      signed
      label={t('labour')}
      optional
      empty="omit"
      defaultCents={labourCents || null}
      hint={t('labourHint')}
    />
  );
}

/** Whether tenants bear it, and by which key: with another category what is usual for that where the house lies. */
export function RecoverableField({
  propertyId,
  category,
  saved,
}: {
  /** null: of all houses. */
  propertyId: string | null;
  /** The one that was picked; null while that of the booking stands. */
  category: CategoryRow | null;
  /** The booking's own, and its category. */
  saved: { recoverableKey: DistributionKey | null; categoryId: string } | null;
}) {
  const t = useTranslations('BookingForm');
  const labels = useTranslations('Labels');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const house = trpc.property.get.useQuery({ id: propertyId ?? '' }, { enabled: propertyId !== null });
  const country = house.data?.country ?? portfolio.jurisdiction;
  const isOther = category !== null && category.id !== saved?.categoryId;
  return (
    <SelectField
      key={isOther ? `${category.id} ${country}` : ''}
      name={field('recoverableKey')}
      label={t('recoverable')}
      placeholder={t('notRecoverable')}
      options={distributionKeys.map((value) => ({ value, label: labels(`distributionKey.${value}`) }))}
      defaultValue={isOther ? usualKey(country, category) : (saved?.recoverableKey ?? null)}
    />
  );
}

/** Shown only where the portfolio has a bank account. */
export function BankAccountField({ bankAccountId }: { bankAccountId: string | null | undefined }) {
  const t = useTranslations('BookingForm');
  const [accounts] = trpc.bankAccount.list.useSuspenseQuery({ archive: 'all' });
  const offered = accounts.filter((row) => row.archivedAt === null || row.id === bankAccountId);
  if (offered.length === 0) return null;
  return (
    <SelectField
      name={field('bankAccountId')}
      label={t('bankAccount')}
      optional
      placeholder={t('notStated')}
      options={offered.map((row) => ({ value: row.id, label: `${row.holder} · ${accountText(row)}` }))}
      defaultValue={bankAccountId}
    />
  );
}
