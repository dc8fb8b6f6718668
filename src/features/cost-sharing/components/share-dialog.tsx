import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { refreshCwIcon } from '@/components/icons';
import { useUndo } from '@/components/use-undo';
import { useRefresh } from '@/i18n/use-refresh';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { amongUnits, type CostSharing, sharingOf } from '../rules';
import { setSharingInput } from '../schema';
import type { SharedLine } from './share-button';
import { CircleFields, DeductionFields, HandFields, type SharingUnit, UsualFields } from './share-fields';

const field = fieldsOf<typeof setSharingInput>();

/**
 * Says how one cost is shared out: for good, and in the period it was opened in. Open as long as it is mounted.
 *
 * The form keeps what it was opened with, its version too: which units are chosen, and whether something is deducted or set
 * by hand, are no fields that follow what another window has saved. With a version that does, saving would write the old
 * choice over the other one unseen; so the server answers `version_conflict`, and what holds now is fetched by a button.
 */
export function ShareDialog({ line, onClose }: { line: SharedLine; onClose: () => void }) {
  const { propertyId } = line;
  const [sharing, { isFetching, refetch }] = trpc.costSharing.get.useSuspenseQuery({ propertyId });
  const [units] = trpc.unit.list.useSuspenseQuery({ propertyId, archive: 'all' });
  // What an earlier saving has made stale is waited for: it would be refused as if somebody else had been quicker.
  const [seen, setSeen] = useState(isFetching ? null : sharing);
  if (seen === null) {
    if (!isFetching) setSeen(sharing);
    return null;
  }
  async function fetchAgain() {
    const { data } = await refetch();
    if (data) setSeen(data);
  }
  return (
    <ShareForm
      key={seen.version}
      sharing={amongUnits(seen, units)}
      {...{ line, units, fetchAgain, onClose }}
    />
  );
}

function ShareForm({
  line,
  units,
  sharing,
  fetchAgain,
  onClose,
}: {
  line: SharedLine;
  units: readonly SharingUnit[];
  sharing: CostSharing & { version: number | null };
  fetchAgain: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations('CostSharing');
  const conflict = useTranslations('EditConflict');
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { propertyId, period, categoryId, key, leases } = line;
  const set = trpc.costSharing.set.useMutation({ retry: retryTransient });
  const before = saidOf(sharing, line);
  const [circle, setCircle] = useState<readonly string[] | null>(before.circle);
  const [way, setWay] = useState<Way>(before.byHandReason !== null ? 'by_hand' : wayOfKey(before));
  const isShared = key !== 'direct';
  const fixed = { propertyId, version: sharing.version, categoryId, key, ...period };
  const edit = useDomainForm({
    schema: setSharingInput,
    fixed: { ...fixed, circle, ...(key !== 'persons' && { vacantPersons: sharing.vacantPersons }) },
    prepare: (values) => ({
      ...values,
      byHand:
        way === 'by_hand' && Array.isArray(values.byHand)
          ? values.byHand.map((row: object, index) => ({ ...row, leaseId: leases[index]?.id }))
          : [],
    }),
    submit: (input) => set.mutateAsync(input),
    onSuccess: ({ version }) => {
      offerUndo(t('saved'), async () => {
        await set.mutateAsync({ ...fixed, version, vacantPersons: sharing.vacantPersons, ...before });
        refresh();
      });
      refresh();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { cost: line.name })}
      description={t(isShared ? 'text' : 'textDirect')}
    >
      <DomainForm form={edit}>
        {edit.failure?.code === 'version_conflict' && (
          <Button icon={refreshCwIcon} size="sm" className="self-start" onClick={() => void fetchAgain()}>
            {conflict('reload')}
          </Button>
        )}
        <SelectField
          name={field('principle')}
          label={t('principle')}
          hint={t('principleHint')}
          options={[
            { value: '', label: t('principles.usual') },
            { value: 'service', label: t('principles.service') },
            { value: 'payment', label: t('principles.payment') },
          ]}
          defaultValue={before.principle ?? ''}
        />
        {isShared && <CircleFields units={units} circle={circle} onCircle={setCircle} />}
        {key === 'persons' && (
          <NumberField
            name={field('vacantPersons')}
            label={t('vacantPersons')}
            hint={t(line.isGerman ? 'vacantPersonsHintGerman' : 'vacantPersonsHint')}
            defaultScaled={sharing.vacantPersons}
          />
        )}
        {isShared && (
          <SelectField
            name={null}
            label={t('way')}
            options={ways.map((value) => ({ value, label: t(`ways.${value}`) }))}
            defaultValue={way}
            onValueChange={(value) => setWay(ways.find((one) => one === value) ?? 'key')}
          />
        )}
        {isShared && way === 'deduction' && <DeductionFields before={before} isGerman={line.isGerman} />}
        {isShared && way === 'by_hand' && <HandFields before={before} leases={leases} />}
        {line.isGerman && <UsualFields before={before} />}
        <FormActions onClose={onClose} />
      </DomainForm>
    </Dialog>
  );
}

const ways = ['key', 'deduction', 'by_hand'] as const;
type Way = (typeof ways)[number];
const wayOfKey = ({ deductedCents }: Said): Way => (deductedCents === null ? 'key' : 'deduction');

export type Said = ReturnType<typeof saidOf>;

/** What was said of the cost by now, as the form and its undo say it. */
function saidOf(sharing: CostSharing, { categoryId, key, period }: SharedLine) {
  const { cost, now } = sharingOf(sharing, { categoryId, key }, period) ?? { cost: null, now: null };
  return {
    principle: cost?.principle ?? null,
    circle: cost?.circle ?? null,
    usualFromCents: cost?.usualFromCents ?? null,
    usualToCents: cost?.usualToCents ?? null,
    deductedCents: now?.deduction?.amountCents ?? null,
    restFor: now?.deduction?.restFor ?? ('others' as const),
    deductedReason: now?.deduction?.reason ?? null,
    byHand: now?.byHand?.amounts ?? [],
    byHandReason: now?.byHand?.reason ?? null,
  };
}
