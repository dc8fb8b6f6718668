import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { SearchPicker } from '@/components/form/search-picker';
import { useDomainForm } from '@/components/form/use-domain-form';
import { xIcon } from '@/components/icons';
import { showFailure, showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { useUndo } from '@/components/use-undo';
import { placeWords } from '@/domain/names';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { acceptLineInput, MAX_PARTS } from '../schema';
import type { Described, WaitingLine } from './proposal';

type Part = { leaseId: string; label: string; openCents: number; cents: number | null };

/** Shares a line out over several leases, as one of a job centre is. Open as long as it is mounted. */
export function SplitDialog({
  line,
  described,
  onClose,
}: {
  line: WaitingLine;
  described: Described;
  onClose: () => void;
}) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const offerUndo = useUndo();
  const [id] = useState(newId);
  const [parts, setParts] = useState<readonly Part[]>(() => proposedParts(line, described));
  const restCents = line.amountCents - sumCents(parts.map((part) => part.cents ?? 0));
  const accept = trpc.bank.accept.useMutation({ retry: retryTransient });
  const reopen = trpc.bank.reopen.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: acceptLineInput,
    fixed: {
      id,
      lineId: line.id,
      parts: parts.flatMap(({ leaseId, cents }) =>
        cents ? [{ kind: 'payment', leaseId, amountCents: cents }] : [],
      ),
    },
    submit: accept.mutateAsync,
    onSuccess: ({ version }) => {
      const name = line.name ?? t('unnamed');
      offerUndo(t('accepted', { amount: money(line.amountCents), name }), async () => {
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
      title={t('splitTitle')}
      description={t('splitText', {
        amount: money(line.amountCents),
        day: formatDate(line.bookedOn, formats),
      })}
    >
      <DomainForm form={form}>
        {parts.length > 0 && (
          <ul aria-label={t('parts')} className="divide-y divide-separator rounded-xl border border-border">
            {parts.map((part, place) => (
              <PartRow
                key={part.leaseId}
                part={part}
                onChange={(cents) => setParts(parts.with(place, { ...part, cents }))}
                onRemove={() => setParts(parts.toSpliced(place, 1))}
              />
            ))}
          </ul>
        )}
        {parts.length < MAX_PARTS && (
          <AddLeases
            onAdd={(added) => {
              const isNew = (one: Part) => !parts.some((part) => part.leaseId === one.leaseId);
              setParts([...parts, ...shareOut(added.filter(isNew), restCents)]);
            }}
          />
        )}
        <p role="status" className="text-sm font-medium">
          {restCents === 0
            ? t('splitEven')
            : restCents > 0
              ? t('splitLeft', { amount: money(restCents) })
              : t('splitOver', { amount: money(-restCents) })}
        </p>
        <FormActions onClose={onClose} canSave={parts.length > 0}>
          {t('assignBook')}
        </FormActions>
      </DomainForm>
    </Dialog>
  );
}

function PartRow({
  part: { label, openCents, cents },
  onChange,
  onRemove,
}: {
  part: Part;
  onChange: (cents: number | null) => void;
  onRemove: () => void;
}) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-muted">
          {t('partOpen', { amount: formatMoney(openCents, formats.currency, formats) })}
        </span>
      </span>
      <span className="flex items-center gap-1">
        <MoneyField
          name={null}
          label={<span className="sr-only">{t('partOf', { lease: label })}</span>}
          defaultCents={cents}
          onCentsChange={onChange}
          className="w-32"
        />
        <Button
          look="ghost"
          size="sm"
          iconOnly
          icon={xIcon}
          aria-label={t('removePart', { lease: label })}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}

/** Looks for a tenant, and adds the leases they pay for. */
function AddLeases({ onAdd }: { onAdd: (parts: Part[]) => void }) {
  const t = useTranslations('Bank');
  const words = useErrorWords();
  const id = useId();
  const { client } = trpc.useUtils();
  const [search, setSearch] = useState('');
  const found = trpc.tenant.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  async function add(tenantId: string) {
    try {
      const leases: Outputs['lease']['list']['rows'] = [];
      let cursor: string | null = null;
      do {
        const page: Outputs['lease']['list'] = await client.lease.list.query({ tenantId, cursor });
        leases.push(...page.rows);
        cursor = page.nextCursor;
      } while (cursor !== null);
      onAdd(
        leases
          .filter((lease) => !lease.voidedAt)
          .map(({ id: leaseId, tenants, units, openCents }) => ({
            leaseId,
            label: `${tenants.map((one) => one.name).join(', ')}, ${placeWords(units)}`,
            openCents,
            cents: null,
          })),
      );
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  return (
    <SearchPicker
      id={id}
      label={t('addTenant')}
      placeholder={t('searchTenant')}
      emptyText={t('noTenant')}
      found={(found.data?.rows ?? []).map(({ id: tenantId, name }) => ({ id: tenantId, label: name }))}
      onSearch={setSearch}
      onPick={(picked) => void add(picked.id)}
      autoFocus
    />
  );
}

/** What is proposed for several leases stands there already. */
function proposedParts(line: WaitingLine, { leases }: Described): Part[] {
  return line.match.parts.flatMap((part) => {
    const lease = 'leaseId' in part ? leases.find((one) => one.id === part.leaseId) : undefined;
    if (!lease || (part.kind !== 'rent' && part.kind !== 'deposit')) return [];
    const label = `${lease.tenants.join(', ')}, ${lease.place}`;
    return [{ leaseId: lease.id, label, openCents: lease.openCents, cents: part.amountCents }];
  });
}

/** Leases that are new take what is open of them, as far as something is left. */
function shareOut(added: readonly Part[], restCents: number): Part[] {
  let left = restCents;
  return added.map((part) => {
    const cents = Math.max(0, Math.min(left, part.openCents)) || null;
    left -= cents ?? 0;
    return { ...part, cents };
  });
}
