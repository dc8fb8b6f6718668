import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import type { RentReason } from '@/domain/vocabulary';
import { firstOfMonth, maxDate, monthOf, shiftMonth } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { type RentLine, rentOn } from '../rules';
import { agreeRentInput } from '../schema';
import { netCentsOf } from '../step-rules';
import { habitsOf, offeredReasons } from '../usual-rules';
import { CarryOn } from './carry-on';
import type { Difference } from './posted-differences';
import { RentCap } from './rent-cap';
import { RentLinesField } from './rent-lines-field';

const field = fieldsOf<typeof agreeRentInput>();

export default function AgreeRentForm({
  leaseId,
  today,
  onClose,
  onAgreed,
}: {
  leaseId: string;
  today: string;
  onClose: () => void;
  /** With the booked months that differ now. */
  onAgreed: (differences: readonly Difference[]) => void;
}) {
  const t = useTranslations('AgreeRent');
  const labels = useTranslations('Labels');
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const [rents] = trpc.rent.list.useSuspenseQuery({ leaseId });
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  const habits = habitsOf(jurisdiction, lease.units);
  const reasons = offeredReasons(habits);
  const [id] = useState(newId);
  const [first] = rents;
  const current = rentOn(rents, maxDate(today, first?.validFrom)) ?? first;
  const nextMonth = firstOfMonth(shiftMonth(monthOf(today), 1));
  const [validFrom, setValidFrom] = useState<string | null>(nextMonth);
  const [reason, setReason] = useState<RentReason>('agreed');
  const [lines, setLines] = useState<RentLine[]>(() => [...(current?.lines ?? [])]);
  const agree = trpc.rent.agree.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: agreeRentInput,
    fixed: { id, leaseId },
    prepare: (values) => ({ ...values, lines }),
    submit: (input) => agree.mutateAsync(input),
    onSuccess: ({ differences }) => {
      showSuccess(t('done'));
      onAgreed(differences);
    },
  });
  return (
    <DomainForm form={form}>
      <FieldRow>
        <DateField
          name={field('validFrom')}
          label={t('validFrom')}
          defaultDay={nextMonth}
          onDayChange={setValidFrom}
        />
        <SelectField
          name={field('reason')}
          label={t('reason')}
          options={reasons.map((value) => ({ value, label: labels(`rentReason.${value}`) }))}
          onValueChange={(value) => setReason(reasons.find((known) => known === value) ?? 'agreed')}
        />
      </FieldRow>
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{t('lines')}</legend>
        <RentLinesField name={field('lines')} lines={lines} jurisdiction={habits} onLinesChange={setLines} />
      </fieldset>
      {reason === 'indexed' && <p className="text-sm text-muted">{t('indexHint')}</p>}
      <RentCap
        leaseId={leaseId}
        reason={reason}
        history={rents.map((rent) => ({ ...rent, netCents: netCentsOf(rent.lines) }))}
        validFrom={validFrom}
        netCents={netCentsOf(lines)}
        today={today}
      />
      <CarryOn
        rents={rents}
        after={validFrom}
        before={(validFrom !== null && rentOn(rents, validFrom)?.lines) || []}
        postedThrough={lease.postedThrough}
      />
      <TextField name={field('note')} label={t('note')} optional autoComplete="off" />
      <FormActions onClose={onClose}>{t('agree')}</FormActions>
    </DomainForm>
  );
}
