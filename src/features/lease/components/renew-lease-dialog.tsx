import { skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Dialog } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { CorrectDialog } from '@/features/rent/components/correct-posted';
import type { Difference } from '@/features/rent/components/posted-differences';
import { addMonths, dayOfMonth } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { renewLeaseInput } from '../schema';
import { PostedCheck, unasked } from './contract/posted-check';
import type { LeaseRow } from './lease-words';

const field = fieldsOf<typeof renewLeaseInput>();

/** Lets a lease with an end run on; takes a notice back by that. Open as long as it is mounted. */
export function RenewLeaseDialog({
  lease,
  onClose,
  onFollowUp,
}: {
  lease: Pick<LeaseRow, 'id' | 'version' | 'endsOn' | 'noticeGivenOn'>;
  onClose: () => void;
  /** A new contract after this one instead. */
  onFollowUp: () => void;
}) {
  const t = useTranslations('RenewLease');
  const [how, setHow] = useState<'open' | 'until'>('open');
  const proposed = lease.endsOn && addMonths(lease.endsOn, 12, endAnchor(lease.endsOn));
  const [typedEnd, setTypedEnd] = useState<string | null>(proposed);
  const endsOn = how === 'until' ? typedEnd : null;
  const isFixedTerm = how === 'until';
  const asked = useDebounced(JSON.stringify([how, endsOn]), 350);
  const isAskable = asked === JSON.stringify([how, endsOn]) && (how === 'open' || endsOn !== null);
  const preview = trpc.lease.previewRenew.useQuery(
    isAskable ? { id: lease.id, version: lease.version, endsOn, isFixedTerm } : skipToken,
    { retry: false, gcTime: 0 },
  );
  const [differing, setDiffering] = useState<readonly Difference[] | null>(null);
  const renew = trpc.lease.renew.useMutation();
  const form = useDomainForm({
    schema: renewLeaseInput,
    fixed: { id: lease.id, version: lease.version, isFixedTerm, ...(how === 'open' && { endsOn: null }) },
    submit: async (input) => unasked(input, await renew.mutateAsync(input)),
    onSuccess: (differences) => {
      showSuccess(t('done'));
      if (differences.length > 0) setDiffering(differences);
      else onClose();
    },
  });
  if (differing) return <CorrectDialog leaseId={lease.id} differences={differing} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <DomainForm form={form}>
        <EditConflict form={form} />
        {lease.endsOn && (
          <p className="text-sm">
            {t('endsNow')} <DateText day={lease.endsOn} className="font-medium" />
          </p>
        )}
        {lease.noticeGivenOn && <Notice tone="warning">{t('takesNoticeBack')}</Notice>}
        <ChoiceField
          label={t('how')}
          options={(['open', 'until'] as const).map((value) => ({ value, label: t(`ways.${value}`) }))}
          value={how}
          onValueChange={setHow}
        />
        {how === 'until' && (
          <DateField
            name={field('endsOn')}
            label={t('newEnd')}
            hint={t('newEndHint')}
            defaultDay={proposed}
            onDayChange={setTypedEnd}
            className="sm:w-1/2 sm:pe-2"
          />
        )}
        <PostedCheck differences={isAskable ? preview.data?.differences : undefined} />
        <div className="flex flex-wrap items-center gap-x-2 border-t border-separator pt-3 text-sm text-muted">
          {t('orFollowUp')}
          <Button look="ghost" size="sm" onClick={onFollowUp}>
            {t('followUp')}
          </Button>
        </div>
        <FormActions onClose={onClose}>{t('renew')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}

/** The last of a month stays the last: 28 February 2027 goes on to 29 February 2028. */
const endAnchor = (day: string) => (addMonths(day, 0, 31) === day ? 31 : dayOfMonth(day));
