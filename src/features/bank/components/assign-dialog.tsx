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
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { useUndo } from '@/components/use-undo';
import { placeName } from '@/domain/names';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { assignLineInput } from '../schema';
import type { WaitingLine } from './proposal';

const field = fieldsOf<typeof assignLineInput>();

/** Books a line to a tenant whom nothing in it names. Open as long as it is mounted. */
export function AssignDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const t = useTranslations('Bank');
  const words = useTranslations('Form');
  const formats = useFormats();
  const offerUndo = useUndo();
  const pickerId = useId();
  const [id] = useState(newId);
  const [search, setSearch] = useState('');
  const [tenant, setTenant] = useState<Found | null>(null);
  const tenants = trpc.tenant.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const found = trpc.tenant.get.useQuery({ id: tenant?.id ?? '' }, { enabled: tenant !== null });
  const standing = (found.data?.leases ?? []).filter((one) => !one.voidedAt);
  // Somebody who left a lease and came back stands twice on it.
  const leases = [...new Map(standing.map((one) => [one.id, one])).values()];
  const accept = trpc.bank.accept.useMutation({ retry: retryTransient });
  const reopen = trpc.bank.reopen.useMutation({ retry: retryTransient });
  const amount = formatMoney(line.amountCents, formats.currency, formats);
  const form = useDomainForm({
    schema: assignLineInput,
    fixed: { id, lineId: line.id },
    submit: ({ leaseId, ...input }) =>
      accept.mutateAsync({
        ...input,
        parts: [{ kind: 'payment', leaseId, amountCents: line.amountCents }],
      }),
    onSuccess: ({ version }) => {
      offerUndo(t('accepted', { amount, name: tenant?.label ?? '' }), async () => {
        await reopen.mutateAsync({ lineId: line.id, version });
        showSuccess(t('undone'));
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('assignTitle')}
      description={t('assignText', { amount, day: formatDate(line.bookedOn, formats) })}
    >
      <DomainForm form={form}>
        <SearchPicker
          id={pickerId}
          label={t('assignTenant')}
          placeholder={tenant?.label ?? t('assignSearch')}
          emptyText={t('assignNone')}
          found={(tenants.data?.rows ?? []).map(({ id: tenantId, name, emails }) => ({
            id: tenantId,
            label: name,
            ...(emails[0] && { note: emails[0] }),
          }))}
          onSearch={setSearch}
          onPick={setTenant}
          autoFocus
        />
        {tenant && found.data && leases.length === 0 && (
          <p role="status" className="text-sm text-muted">
            {t('assignNoLease', { tenant: tenant.label })}
          </p>
        )}
        {tenant && leases.length > 0 && (
          <SelectField
            key={tenant.id}
            name={field('leaseId')}
            label={t('assignLease', { tenant: tenant.label })}
            options={leases.map((lease) => ({
              value: lease.id,
              label: `${lease.units.map(placeName).join(' · ')} · ${formatDate(lease.startsOn, formats)}`,
            }))}
          />
        )}
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          {leases.length > 0 && <SubmitButton>{t('assignBook')}</SubmitButton>}
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
