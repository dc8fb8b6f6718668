import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { useUndo } from '@/components/use-undo';
import { todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { mailArrivedInput } from '../schema';
import type { MailRow } from './mail-list';

const field = fieldsOf<typeof mailArrivedInput>();

/** Asks when a mail arrived of which nobody knew it, and what shows it. */
export function ArrivalDialog({ mail, onClose }: { mail: MailRow; onClose: () => void }) {
  const t = useTranslations('Outbox');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('arrivedTitle')}
      description={t('arrivedText', { address: mail.address })}
    >
      <ArrivalForm mail={mail} onClose={onClose} />
    </Dialog>
  );
}

function ArrivalForm({ mail, onClose }: { mail: MailRow; onClose: () => void }) {
  const t = useTranslations('Outbox');
  const offerUndo = useUndo();
  const [{ timeZone }] = trpc.portfolio.get.useSuspenseQuery();
  const arrived = trpc.outbox.mailArrived.useMutation({ retry: retryTransient });
  const uncertain = trpc.outbox.mailUncertain.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: mailArrivedInput,
    fixed: { mailId: mail.id },
    submit: (input) => arrived.mutateAsync(input),
    onSuccess: () => {
      offerUndo(t('arrivedDone'), () => uncertain.mutateAsync({ mailId: mail.id }));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <FieldRow>
        <DateField
          name={field('arrivedOn')}
          label={t('arrivedOn')}
          defaultDay={mail.triedAt === null ? null : todayIn(timeZone, mail.triedAt)}
        />
        <TextField name={field('proof')} label={t('proof')} hint={t('arrivedHint')} optional />
      </FieldRow>
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}
