import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { type NoticeCircumstance, type NoticeParty, noticeParties } from '@/domain/vocabulary';
import { CorrectDialog } from '@/features/rent/components/correct-posted';
import type { Difference } from '@/features/rent/components/posted-differences';
import { trpc } from '@/trpc/client';
import { endLeaseInput } from '../schema';
import { PostedCheck, unasked } from './contract/posted-check';
import type { LeaseRow } from './lease-words';
import { StatutoryPeriod } from './statutory-period';

const field = fieldsOf<typeof endLeaseInput>();

/** Ends a lease by notice or agreement; open as long as it is mounted. */
export function EndLeaseDialog({
  lease,
  today,
  onClose,
}: {
  lease: Pick<
    LeaseRow,
    'id' | 'version' | 'endsOn' | 'isFixedTerm' | 'noticeGivenOn' | 'noticeReceivedOn' | 'noticeBy'
  >;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('EndLease');
  const labels = useTranslations('Labels');
  const [noticeGivenOn, setNoticeGivenOn] = useState<string | null>(lease.noticeGivenOn ?? today);
  const [noticeReceivedOn, setNoticeReceivedOn] = useState<string | null>(
    lease.noticeReceivedOn ?? lease.noticeGivenOn ?? today,
  );
  const [noticeBy, setNoticeBy] = useState<NoticeParty>(lease.noticeBy ?? 'tenant');
  const [circumstance, setCircumstance] = useState<NoticeCircumstance>('none');
  const statutory = trpc.lease.noticePeriod.useQuery(
    noticeBy !== 'agreement' && noticeReceivedOn
      ? { id: lease.id, noticeBy, receivedOn: noticeReceivedOn, circumstance }
      : skipToken,
    { retry: false, placeholderData: keepPreviousData },
  );
  const period = noticeBy === 'agreement' ? undefined : statutory.data;
  const proposedEnd = period?.result.endsOn ?? null;

  // The field proposes what the law says until somebody types; `held` keeps it from starting afresh then.
  const [typed, setTyped] = useState<{ day: string | null; held: string } | null>(
    lease.endsOn ? { day: lease.endsOn, held: lease.endsOn } : null,
  );
  const [takenOver, setTakenOver] = useState(0);
  const endsOn = typed ? typed.day : proposedEnd;
  const endKey = `${typed?.held ?? proposedEnd} ${takenOver}`;

  const asked = useDebounced(endsOn && noticeGivenOn ? `${endsOn} ${noticeGivenOn}` : null, 350);
  const isSettled = asked !== null && asked === `${endsOn} ${noticeGivenOn}`;
  const preview = trpc.lease.previewEnd.useQuery(
    isSettled && endsOn && noticeGivenOn
      ? { id: lease.id, version: lease.version, endsOn, noticeGivenOn, noticeBy }
      : skipToken,
    // What is wrong with the days is said when the form is sent, under its field.
    { retry: false, gcTime: 0 },
  );
  const [differing, setDiffering] = useState<readonly Difference[] | null>(null);
  const end = trpc.lease.end.useMutation();
  const form = useDomainForm({
    schema: endLeaseInput,
    fixed: { id: lease.id, version: lease.version, noticeBy },
    submit: async (input) => unasked(input, await end.mutateAsync(input)),
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
        <ChoiceField
          label={t('noticeBy')}
          options={noticeParties.map((value) => ({ value, label: labels(`noticeBy.${value}`) }))}
          value={noticeBy}
          onValueChange={setNoticeBy}
        />
        <FieldRow>
          <DateField
            name={field('noticeGivenOn')}
            label={t(noticeBy === 'agreement' ? 'agreedOn' : 'noticeGivenOn')}
            defaultDay={noticeGivenOn}
            onDayChange={setNoticeGivenOn}
          />
          {noticeBy !== 'agreement' && (
            <DateField
              name={field('noticeReceivedOn')}
              label={t('noticeReceivedOn')}
              hint={t('noticeReceivedHint')}
              defaultDay={noticeReceivedOn}
              onDayChange={setNoticeReceivedOn}
            />
          )}
        </FieldRow>
        {noticeBy !== 'agreement' && period !== undefined && (
          <StatutoryPeriod
            period={period}
            isLandlord={noticeBy === 'landlord'}
            lease={lease}
            endsOn={endsOn}
            onCircumstance={setCircumstance}
            onTake={() => {
              setTyped(null);
              setTakenOver(takenOver + 1);
            }}
          />
        )}
        <DateField
          key={endKey}
          name={field('endsOn')}
          label={t('endsOn')}
          hint={t('endsOnHint')}
          defaultDay={endsOn}
          onDayChange={(day) => setTyped({ day, held: typed?.held ?? String(proposedEnd) })}
          className="sm:w-1/2 sm:pe-2"
        />
        <PostedCheck differences={isSettled ? preview.data?.differences : undefined} />
        <FormActions onClose={onClose}>{t('end')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
