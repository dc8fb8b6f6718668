'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { type Found, SearchPicker } from '@/components/form/search-picker';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showUndoable } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { movePaymentInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { AccountRow } from './account-entry';

const field = fieldsOf<typeof movePaymentInput>();

type Place = { propertyName: string; unitName: string; isOnlyUnit: boolean };
const placeOf = ({ propertyName, unitName, isOnlyUnit }: Place) =>
  isOnlyUnit ? propertyName : `${propertyName}, ${unitName}`;

/** Moves a payment to the account of another tenant, for one recorded in the wrong one. Open as long as it is mounted. */
export function MovePaymentDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const t = useTranslations('MovePayment');
  const words = useTranslations('Form');
  const formats = useFormats();
  const pickerId = useId();
  const [ids] = useState(() => ({ id: newId(), backId: newId() }));
  const [search, setSearch] = useState('');
  const [tenant, setTenant] = useState<Found | null>(null);
  const tenants = trpc.tenant.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const found = trpc.tenant.get.useQuery({ id: tenant?.id ?? '' }, { enabled: tenant !== null });
  const standing = (found.data?.leases ?? []).filter((one) => one.id !== row.leaseId && !one.voidedAt);
  // Somebody who left a lease and came back stands twice on it.
  const leases = [...new Map(standing.map((one) => [one.id, one])).values()];
  const move = trpc.payment.move.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: movePaymentInput,
    fixed: { id: ids.id, paymentId: row.id },
    submit: (input) => move.mutateAsync(input),
    onSuccess: () => {
      showUndoable(t('done', { tenant: tenant?.label ?? '' }), t('undo'), () => {
        move
          .mutateAsync({ id: ids.backId, paymentId: ids.id, leaseId: row.leaseId })
          .catch(() => showFailure(t('notUndone')));
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text', {
        amount: formatMoney(row.creditCents, formats.currency, formats),
        day: formatDate(row.on, formats),
      })}
    >
      <DomainForm form={form}>
        <SearchPicker
          id={pickerId}
          label={t('tenant')}
          placeholder={tenant?.label ?? t('search')}
          emptyText={t('noTenant')}
          found={(tenants.data?.rows ?? []).map(({ id, name, emails }) => ({
            id,
            label: name,
            ...(emails[0] && { note: emails[0] }),
          }))}
          onSearch={setSearch}
          onPick={setTenant}
          autoFocus
        />
        {tenant && found.data && leases.length === 0 && (
          <p role="status" className="text-sm text-muted">
            {t('noLease', { tenant: tenant.label })}
          </p>
        )}
        {tenant && leases.length > 0 && (
          <SelectField
            key={tenant.id}
            name={field('leaseId')}
            label={t('lease', { tenant: tenant.label })}
            options={leases.map((lease) => ({
              value: lease.id,
              label: `${lease.units.map(placeOf).join(' · ')} · ${formatDate(lease.startsOn, formats)}`,
            }))}
          />
        )}
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          {leases.length > 0 && <SubmitButton>{t('move')}</SubmitButton>}
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
