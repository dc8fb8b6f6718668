import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { formatDate, formatMoney, formatNumber, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { type Co2Refund, co2Refund } from '../co2-refund-rules';
import { co2RefundInput } from '../schema';

const field = fieldsOf<typeof co2RefundInput>();

type Props = {
  units: readonly { id: string; name: string; propertyId: string; kind: string }[];
  today: string;
  onClose: () => void;
};

/** Refunds the landlord's part of the CO₂ costs to a tenant who buys the fuel himself. Open as long as it is mounted. */
export function Co2RefundDialog(props: Props) {
  const t = useTranslations('Heating');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t('refundTitle')}
      description={t('refundText')}
    >
      <Suspense fallback={<SkeletonForm fields={6} />}>
        <RefundForm {...props} />
      </Suspense>
    </Dialog>
  );
}

type Known = Partial<Record<'grams' | 'costCents' | 'areaSqm100', number | null>> &
  Partial<Record<'from' | 'to' | 'billedOn' | 'claimedOn' | 'model' | 'obstacle', string | null>>;

function RefundForm({ units, today, onClose }: Props) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const [id] = useState(newId);
  const [unitId, setUnitId] = useState(units[0]?.id ?? '');
  const unit = units.find((one) => one.id === unitId);
  const [flats] = trpc.unit.list.useSuspenseQuery({ propertyId: unit?.propertyId ?? '', archive: 'all' });
  const [categories] = trpc.category.list.useSuspenseQuery({});
  const areaSqm100 = flats.find((one) => one.id === unitId)?.period?.areaSqm100 ?? null;
  const [typed, setTyped] = useState<Known>({ claimedOn: today });
  const [hasOtherUse, setOtherUse] = useState(false);
  const know = (some: Known) => setTyped((before) => ({ ...before, ...some }));
  function choose(id: string) {
    setUnitId(id);
    // The fields of these two begin anew with the unit.
    setTyped(({ areaSqm100: _, model: __, ...others }) => others);
  }
  const isHome = unit?.kind !== 'commercial';
  const known = co2RefundInput.safeParse({ areaSqm100, ...typed, unitId, hasOtherUse, bookedOn: today });
  const refund = known.success ? co2Refund({ ...known.data, isHome }) : null;
  const expenses = categories.filter((one) => one.direction === 'expense' && !one.isRecoverable);
  const category =
    expenses.find(({ code }) => code === 'other_expense') ?? expenses.find((one) => one.parentId);
  const record = trpc.transaction.record.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: co2RefundInput,
    fixed: { unitId },
    submit: (input) =>
      record.mutateAsync({
        ...{ id, unitId, propertyId: unit?.propertyId, direction: 'expense' },
        ...{ categoryId: category?.id ?? '', bookedOn: input.bookedOn, title: t('refundBooking') },
        ...{ serviceFrom: input.from, serviceTo: input.to },
        amountCents: co2Refund({ ...co2RefundInput.parse(input), isHome }).claimCents,
      }),
    onSuccess: () => {
      showSuccess(t('refundSaved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      {units.length > 1 && (
        <SelectField
          name={null}
          label={t('refundUnit')}
          options={units.map((one) => ({ value: one.id, label: one.name }))}
          defaultValue={unitId}
          onValueChange={choose}
        />
      )}
      <FieldRow>
        <DateField name={field('from')} label={t('billFrom')} onDayChange={(from) => know({ from })} />
        <DateField name={field('to')} label={t('billTo')} onDayChange={(to) => know({ to })} />
        <NumberField
          name={field('grams')}
          label={t('co2FurtherKg')}
          unit="kg"
          decimals={3}
          onScaledChange={(grams) => know({ grams })}
        />
        <MoneyField
          name={field('costCents')}
          label={t('co2FurtherCost')}
          onCentsChange={(costCents) => know({ costCents })}
        />
        <NumberField
          key={unitId}
          name={field('areaSqm100')}
          label={t('refundArea')}
          unit="m²"
          decimals={2}
          defaultScaled={areaSqm100}
          onScaledChange={(area) => know({ areaSqm100: area })}
        />
        <DateField
          name={field('billedOn')}
          label={t('refundBilledOn')}
          onDayChange={(billedOn) => know({ billedOn })}
        />
        <DateField
          name={field('claimedOn')}
          label={t('refundClaimedOn')}
          defaultDay={today}
          onDayChange={(claimedOn) => know({ claimedOn })}
        />
        <DateField name={field('bookedOn')} label={t('refundBookedOn')} defaultDay={today} />
        {isHome && (
          <SelectField
            key={`model of ${unitId}`}
            name={field('model')}
            label={t('co2Model')}
            options={[
              { value: 'steps', label: t('co2ModelSteps') },
              { value: 'half', label: t('co2ModelHalf') },
            ]}
            onValueChange={(model) => know({ model })}
          />
        )}
        <SelectField
          name={field('obstacle')}
          label={t('co2Obstacle')}
          options={[
            { value: 'none', label: t('co2ObstacleNone') },
            { value: 'one', label: t('co2ObstacleOne') },
            { value: 'both', label: t('co2ObstacleBoth') },
          ]}
          onValueChange={(obstacle) => know({ obstacle })}
        />
      </FieldRow>
      <CheckboxField
        name={field('hasOtherUse')}
        label={t('refundOtherUse')}
        hint={t('refundOtherUseHint')}
        onCheckedChange={setOtherUse}
      />
      {refund && <Refund refund={refund} say={(cents) => formatMoney(cents, formats.currency, formats)} />}
      <FormActions onClose={onClose} disabled={refund?.claimCents === 0}>
        {t('refundSave')}
      </FormActions>
    </DomainForm>
  );
}

/** What comes out, by which step, and until when it is paid. */
function Refund({ refund, say }: { refund: Co2Refund; say: (cents: number) => string }) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const { split, claimCents, isLate, payBy } = refund;
  const { kgPerSqm, step, landlordBp, costCents } = split.result;
  const part = formatPercent(landlordBp, formats);
  return (
    <Notice tone={isLate ? 'warning' : 'info'} live>
      <p>
        {step === null
          ? t('co2Part', { cents: say(costCents), part })
          : t('co2ByStep', {
              cents: say(costCents),
              kg: formatNumber(kgPerSqm ?? 0, formats, 1),
              step: String(step),
              part,
            })}{' '}
        <ExplainButton trace={split.trace} />
      </p>
      <p className="font-medium">
        {t('refundClaim', { cents: say(claimCents), day: formatDate(payBy, formats) })}
      </p>
      {isLate && <p>{t('refundLate')}</p>}
    </Notice>
  );
}
