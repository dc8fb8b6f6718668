import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DomainForm } from '@/components/form/domain-form';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { placeName } from '@/domain/names';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { carryOverInput } from '../schema';

type Carryable = Outputs['lease']['carryable'];

export const hasAnythingToCarry = ({ openCents, creditCents, deposits }: Carryable) =>
  openCents > 0 || creditCents > 0 || deposits.length > 0;

/**
 * Asks what of a lease goes on to another of the same tenant: what is open, credit, deposits. Open as long as it is
 * mounted; `toLeaseId` is proposed.
 */
export function CarryOverDialog({
  leaseId,
  toLeaseId,
  onClose,
}: {
  leaseId: string;
  toLeaseId?: string | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('CarryOver');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <Suspense fallback={<SkeletonForm fields={3} />}>
        <CarryOverForm leaseId={leaseId} toLeaseId={toLeaseId} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function CarryOverForm({ leaseId, toLeaseId, onClose }: Parameters<typeof CarryOverDialog>[0]) {
  const t = useTranslations('CarryOver');
  const words = useTranslations('Form');
  const [found] = trpc.lease.carryable.useSuspenseQuery({ id: leaseId }, { staleTime: 0, gcTime: 0 });
  const reason = found.targets.length === 0 ? 'noTarget' : hasAnythingToCarry(found) ? null : 'nothing';
  if (reason) {
    return (
      <>
        <p className="text-sm">{t(reason)}</p>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {words('close')}
          </Button>
        </DialogActions>
      </>
    );
  }
  return <Choices leaseId={leaseId} toLeaseId={toLeaseId} found={found} onClose={onClose} />;
}

function Choices({
  leaseId,
  toLeaseId: proposed,
  found,
  onClose,
}: Parameters<typeof CarryOverDialog>[0] & { found: Carryable }) {
  const t = useTranslations('CarryOver');
  const words = useTranslations('Form');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const [toLeaseId, setTarget] = useState(proposed ?? found.targets[0]?.id ?? '');
  const target = found.targets.find((one) => one.id === toLeaseId);
  // Before the next lease has begun the account here goes on; it is asked again later.
  const isBegun = target !== undefined && target.startsOn <= portfolio.today;
  const names = [
    ...(found.openCents > 0 ? ['open'] : []),
    ...(found.creditCents > 0 ? ['credit'] : []),
    ...found.deposits.map((one) => one.id),
  ];
  const [ids] = useState(() => new Map(names.map((name) => [name, newId()])));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(isBegun ? names : []));
  const choose = (name: string) => (checked: boolean) =>
    setChosen((before) => new Set(checked ? [...before, name] : [...before].filter((one) => one !== name)));
  const part = (name: string, amountCents: number) =>
    chosen.has(name) ? { id: ids.get(name) ?? '', amountCents } : null;
  const carry = trpc.lease.carryOver.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: carryOverInput,
    fixed: {
      fromLeaseId: leaseId,
      toLeaseId,
      open: part('open', found.openCents),
      credit: part('credit', found.creditCents),
      deposits: found.deposits.flatMap((one) => {
        const moved = part(one.id, one.balanceCents);
        return moved ? [{ ...moved, depositId: one.id }] : [];
      }),
    },
    submit: (input) => carry.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  const placeOf = (one: Carryable['targets'][number]) =>
    t('target', {
      place: one.places.map(placeName).join(' + '),
      day: formatDate(one.startsOn, formats),
    });
  return (
    <DomainForm form={form}>
      {found.targets.length > 1 ? (
        <SelectField
          name={null}
          label={t('to')}
          options={found.targets.map((one) => ({ value: one.id, label: placeOf(one) }))}
          defaultValue={toLeaseId}
          onValueChange={setTarget}
        />
      ) : (
        target && (
          <p className="text-sm">
            {t('to')}: <span className="font-medium">{placeOf(target)}</span>
          </p>
        )
      )}
      <div className="flex flex-col gap-3 rounded-xl border border-border p-4">
        {found.openCents > 0 && (
          <CheckboxField
            name={null}
            label={t('open', { amount: money(found.openCents) })}
            hint={t('openHint')}
            defaultChecked={isBegun}
            onCheckedChange={choose('open')}
          />
        )}
        {found.creditCents > 0 && (
          <CheckboxField
            name={null}
            label={t('credit', { amount: money(found.creditCents) })}
            hint={t('creditHint')}
            defaultChecked={isBegun}
            onCheckedChange={choose('credit')}
          />
        )}
        {found.deposits.map((one) => (
          <CheckboxField
            key={one.id}
            name={null}
            label={t('deposit', {
              amount: money(one.balanceCents),
              form: labels(`depositForm.${one.form}`),
            })}
            hint={t('depositHint')}
            defaultChecked={isBegun}
            onCheckedChange={choose(one.id)}
          />
        ))}
      </div>
      <p className="text-sm text-muted">
        {isBegun ? t('booked', { day: formatDate(portfolio.today, formats) }) : t('notBegun')}
        <ExplainButton trace={found.trace} className="-my-2 align-middle" />
      </p>
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {t('later')}
        </Button>
        {chosen.size > 0 ? (
          <SubmitButton>{t('carry')}</SubmitButton>
        ) : (
          <Button look="primary" onClick={onClose}>
            {words('close')}
          </Button>
        )}
      </DialogActions>
    </DomainForm>
  );
}
