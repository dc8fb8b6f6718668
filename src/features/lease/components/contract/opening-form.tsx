import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { formatMoney, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { firstOfMonth, type Month, monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { openingMonths } from '../../rules';
import { openEarlierInput } from '../../schema';
import { type Opening, OpeningFields, signedOpening } from '../opening-fields';
import type { Contract } from './contract';

const field = fieldsOf<typeof openEarlierInput>();

/** Lets the account begin with an earlier month, or otherwise with the same; what that books is said before. */
export default function OpeningForm({ lease, onDone }: { lease: Contract; onDone: () => void }) {
  const t = useTranslations('EarlierMonths');
  const formats = useFormats();
  const months = openingMonths(lease);
  const [chosen, setChosen] = useState<Month | undefined>();
  const [opening, setOpening] = useState<Opening>('none');
  const month = chosen && months.includes(chosen) ? chosen : (months[1] ?? monthOf(lease.bookedFrom));
  const bookedFrom = firstOfMonth(month);
  const isSame = bookedFrom === lease.bookedFrom;
  const rents = trpc.lease.earlierRents.useQuery({ id: lease.id, bookedFrom });
  const open = trpc.lease.openEarlier.useMutation();
  const form = useDomainForm({
    schema: openEarlierInput,
    fixed: { id: lease.id, version: lease.version },
    prepare: ({ openingBalanceCents, ...values }) => ({
      ...values,
      openingBalanceCents: signedOpening(opening, openingBalanceCents),
    }),
    submit: (input) => open.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t(isSame ? 'corrected' : 'done'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <OpeningFields
        hasIntro={false}
        months={months}
        month={month}
        onMonthChange={setChosen}
        opening={opening}
        onOpeningChange={setOpening}
      />
      <p className="text-sm text-muted">{t('replaces')}</p>
      {!isSame && (
        <CheckboxField
          name={field('arePaid')}
          label={t('paid', { month: formatMonth(monthOf(lease.bookedFrom), formats) })}
          hint={t('paidHint')}
          defaultChecked
        />
      )}
      <p role="status" className="text-sm font-semibold">
        {isSame
          ? t('same')
          : rents.data &&
            t('sum', {
              count: rents.data.months,
              amount: formatMoney(rents.data.totalCents, formats.currency, formats),
            })}
      </p>
      <FormActions onClose={onDone}>{t(isSame ? 'correct' : 'book')}</FormActions>
    </DomainForm>
  );
}
