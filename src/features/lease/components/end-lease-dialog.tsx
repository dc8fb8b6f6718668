'use client';

import { skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { useAccountRefresh } from '@/features/ledger/components/use-account-refresh';
import { PostedDifferences } from '@/features/rent/components/posted-differences';
import { type NoticeParty, noticeParties } from '@/lib/vocabulary';
import { trpc } from '@/trpc/client';
import { endLeaseInput } from '../schema';
import type { LeaseRow } from './lease-words';

/** Ends a lease by notice or agreement; open as long as it is mounted. */
export function EndLeaseDialog({
  lease,
  today,
  onClose,
}: {
  lease: Pick<LeaseRow, 'id' | 'version' | 'endsOn' | 'noticeGivenOn' | 'noticeBy'>;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('EndLease');
  const labels = useTranslations('Labels');
  const words = useTranslations('Form');
  const utils = trpc.useUtils();
  const [endsOn, setEndsOn] = useState(lease.endsOn);
  const [noticeGivenOn, setNoticeGivenOn] = useState<string | null>(lease.noticeGivenOn ?? today);
  const [noticeBy, setNoticeBy] = useState<NoticeParty>(lease.noticeBy ?? 'tenant');
  const asked = useDebounced(endsOn && noticeGivenOn ? `${endsOn} ${noticeGivenOn}` : null, 350);
  const isSettled = asked !== null && asked === `${endsOn} ${noticeGivenOn}`;
  const preview = trpc.lease.previewEnd.useQuery(
    isSettled && endsOn && noticeGivenOn
      ? { id: lease.id, version: lease.version, endsOn, noticeGivenOn, noticeBy }
      : skipToken,
    // What is wrong with the days is said when the form is sent, under its field.
    { retry: false, gcTime: 0 },
  );
  const differences = preview.data?.differences ?? [];
  const refresh = useAccountRefresh();
  const end = trpc.lease.end.useMutation();
  const form = useDomainForm({
    schema: endLeaseInput,
    fixed: { id: lease.id, version: lease.version },
    submit: (input) => end.mutateAsync(input),
    onSuccess: () => {
      refresh({ leases: true });
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <DomainForm form={form}>
        <EditConflict form={form} reload={() => utils.lease.list.invalidate()} />
        <FieldRow>
          <DateField
            name="endsOn"
            label={t('endsOn')}
            hint={t('endsOnHint')}
            defaultDay={lease.endsOn}
            onDayChange={setEndsOn}
          />
          <DateField
            name="noticeGivenOn"
            label={t('noticeGivenOn')}
            defaultDay={noticeGivenOn}
            onDayChange={setNoticeGivenOn}
          />
        </FieldRow>
        <SelectField
          name="noticeBy"
          label={t('noticeBy')}
          options={noticeParties.map((value) => ({ value, label: labels(`noticeBy.${value}`) }))}
          defaultValue={noticeBy}
          onValueChange={(value) => setNoticeBy(noticeParties.find((party) => party === value) ?? noticeBy)}
        />
        {differences.length > 0 && (
          <section aria-live="polite" className="flex flex-col gap-3 rounded-xl bg-warning-soft p-4">
            <p className="text-sm font-medium">{t('differ', { count: differences.length })}</p>
            <PostedDifferences differences={differences} />
            <CheckboxField name="correctPosted" label={t('correct')} hint={t('correctHint')} />
          </section>
        )}
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{t('end')}</SubmitButton>
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
