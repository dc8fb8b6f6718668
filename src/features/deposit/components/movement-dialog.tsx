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
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { recordedMovementKinds } from '@/domain/vocabulary';
import { formatMoney } from '@/i18n/formats';
import { LawOfPlace, useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { interestSoFar } from '../rules';
import { recordMovementInput } from '../schema';
import { type Deposit, type LeaseDeposits, missingCents } from './deposit-doing';
import { ReceivedHint } from './received-hint';

const field = fieldsOf<typeof recordMovementInput>();

type Props = {
  lease: LeaseDeposits;
  deposit: Deposit;
  /** What may be kept until the costs are settled, ready to be recorded. */
  proposal?: { amountCents: number; heldUntil: string | null; reason: string } | undefined;
  today: string;
  onClose: () => void;
};

/** What happened to a deposit; open as long as it is mounted. */
export function MovementDialog(props: Props) {
  const t = useTranslations('Deposit');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t('record')}
      description={t('recordText')}
    >
      <Suspense fallback={<SkeletonForm fields={4} />}>
        <MovementForm {...props} />
      </Suspense>
    </Dialog>
  );
}

type Kind = (typeof recordedMovementKinds)[number];

function MovementForm({ lease, deposit, proposal, today, onClose }: Props) {
  const t = useTranslations('Deposit');
  const labels = useTranslations('Labels');
  const { id: depositId, movements, owesInterest, balance } = deposit;
  const missing = missingCents(deposit);
  const [id] = useState(newId);
  const isSold = lease.soldOn !== null;
  const [kind, setKind] = useState<Kind>(() => {
    if (proposal) return 'hold_back';
    // What is missing by then is the buyer's to ask for.
    if (isSold) return 'handed_over';
    return missing > 0 ? 'received' : 'returned';
  });
  const record = trpc.deposit.record.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: recordMovementInput,
    fixed: { id, depositId },
    submit: (input) => record.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('recorded'));
      onClose();
    },
  });
  const { leaseId } = lease;
  const [account] = trpc.ledger.openItems.useSuspenseQuery({ leaseId }, { staleTime: 0, gcTime: 0 });
  const openCents = sumCents(account.items.map((item) => item.openCents));
  const needsReason = kind === 'deduction' || kind === 'hold_back';
  const [bookedOn, setBookedOn] = useState<string | null>(today);
  /** What somebody typed instead of the offer that stood there. */
  const [typed, setTyped] = useState<{ offer: string; cents: number | null } | null>(null);
  const [rateBp, setRateBp] = useState<number | null>(null);
  const interest =
    kind === 'interest' && rateBp !== null && bookedOn !== null
      ? interestSoFar({ movements, rateBp, through: bookedOn })
      : null;
  const heldCents = Math.max(0, balance.balanceCents);
  const proposals: Record<Kind, number> = {
    received: missing,
    interest: interest?.result.dueCents ?? 0,
    deduction: Math.min(openCents, heldCents),
    hold_back: proposal?.amountCents ?? 0,
    returned: Math.max(0, balance.returnableCents),
    handed_over: heldCents,
  };
  const proposedCents = proposals[kind];
  // What was recorded a moment ago may arrive behind the open form: until somebody types, the offer goes along.
  const offer = `${kind} ${proposedCents}`;
  return (
    <DomainForm form={form}>
      <SelectField
        name={field('kind')}
        label={t('kind')}
        options={recordedMovementKinds
          .filter((value) => value !== 'handed_over' || isSold)
          .map((value) => ({ value, label: labels(`depositMovement.${value}`) }))}
        defaultValue={kind}
        onValueChange={(value) => {
          const chosen = recordedMovementKinds.find((known) => known === value);
          if (!chosen) return;
          setKind(chosen);
          setTyped(null);
        }}
      />
      {(kind === 'returned' || kind === 'handed_over') && owesInterest && (
        <Notice>{t('owesInterest')}</Notice>
      )}
      {kind === 'handed_over' && lease.isGerman && <p className="text-sm text-muted">{t('stillLiable')}</p>}
      {kind === 'interest' && (
        <NumberField
          name={null}
          label={t('rate')}
          hint={t('rateHint')}
          decimals={2}
          unit="%"
          optional
          onScaledChange={setRateBp}
        />
      )}
      {interest && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm">
          {t('interestSoFar')}
          <span className="flex items-center gap-x-2">
            <Money amountCents={interest.result.dueCents} className="font-medium" />
            <LawOfPlace isGerman={lease.isGerman}>
              <ExplainButton trace={interest.trace} />
            </LawOfPlace>
          </span>
        </p>
      )}
      <FieldRow>
        <MoneyField
          key={kind === 'interest' ? offer : (typed?.offer ?? offer)}
          name={field('amountCents')}
          label={t('amount')}
          defaultCents={proposedCents || null}
          onCentsChange={(cents) => setTyped({ offer: typed?.offer ?? offer, cents })}
        />
        <DateField
          name={field('bookedOn')}
          label={t('bookedOn')}
          defaultDay={today}
          onDayChange={setBookedOn}
        />
      </FieldRow>
      {kind === 'received' && (
        <ReceivedHint deposit={deposit} lease={lease} amountCents={typed ? typed.cents : missing || null} />
      )}
      <TextField
        name={field('reason')}
        label={t('reason')}
        optional={!needsReason}
        defaultValue={proposal?.reason}
      />
      {kind === 'hold_back' && (
        <DateField name={field('heldUntil')} label={t('heldUntil')} defaultDay={proposal?.heldUntil} />
      )}
      {kind === 'deduction' && <Kept isMoney={deposit.form === 'cash'} openCents={openCents} />}
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

/** What a deduction pays, and that it is income. */
function Kept({ isMoney, openCents }: { isMoney: boolean; openCents: number }) {
  const t = useTranslations('Deposit');
  const formats = useFormats();
  if (!isMoney || openCents === 0) {
    return <p className="text-xs text-muted">{t(isMoney ? 'claimsText' : 'drawnText')}</p>;
  }
  return (
    <CheckboxField
      name={field('settlesAccount')}
      label={t('settles')}
      hint={t('settlesHint', { open: formatMoney(openCents, formats.currency, formats) })}
      defaultChecked
    />
  );
}
