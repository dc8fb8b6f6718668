import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { usualCircle } from '../rules';
import type { setSharingInput } from '../schema';
import type { Said } from './share-dialog';

/** A unit of the house, those that were put away among them: they bore something of earlier years. */
export type SharingUnit = { id: string; name: string; kind: string; archivedAt: Date | null };

const field = fieldsOf<typeof setSharingInput>();

/** Which units bear the cost: as usual, or those that are chosen. */
export function CircleFields({
  units,
  circle,
  onCircle,
}: {
  units: readonly SharingUnit[];
  circle: readonly string[] | null;
  onCircle: (circle: readonly string[] | null) => void;
}) {
  const t = useTranslations('CostSharing');
  const [chosen, setChosen] = useState(circle ?? usualCircle(units));
  return (
    <>
      <CheckboxField
        name={null}
        label={t('circle')}
        hint={t('circleHint')}
        defaultChecked={circle !== null}
        onCheckedChange={(checked) => onCircle(checked ? chosen : null)}
      />
      {circle !== null && (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">{t('circle')}</legend>
          {units.map(({ id, name }) => (
            <CheckboxField
              key={id}
              name={null}
              label={name}
              defaultChecked={chosen.includes(id)}
              onCheckedChange={(checked) => {
                const next = units
                  .map((unit) => unit.id)
                  .filter((one) => (one === id ? checked : chosen.includes(one)));
                setChosen(next);
                onCircle(next);
              }}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** What is taken out for the commercial units before the rest is shared out. */
export function DeductionFields({ before, isGerman }: { before: Said; isGerman: boolean }) {
  const t = useTranslations('CostSharing');
  return (
    <>
      <FieldRow>
        <MoneyField
          name={field('deductedCents')}
          label={t('deducted')}
          hint={t(isGerman ? 'deductedHintGerman' : 'deductedHint')}
          defaultCents={before.deductedCents}
        />
        <SelectField
          name={field('restFor')}
          label={t('restFor')}
          options={[
            { value: 'others', label: t('restForOthers') },
            { value: 'all', label: t('restForAll') },
          ]}
          defaultValue={before.restFor}
        />
      </FieldRow>
      <TextField
        name={field('deductedReason')}
        label={t('reason')}
        hint={t('reasonHint')}
        defaultValue={before.deductedReason}
      />
    </>
  );
}

/** What each lease bears; the rest is the landlord's. */
export function HandFields({
  before,
  leases,
}: {
  before: Said;
  leases: readonly { id: string; name: string }[];
}) {
  const t = useTranslations('CostSharing');
  return (
    <>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-sm text-muted">{t('byHandText')}</legend>
        {leases.map(({ id, name }, index) => (
          <MoneyField
            key={id}
            name={field(`byHand.${index}.amountCents`)}
            label={name}
            optional
            signed
            defaultCents={before.byHand.find(({ leaseId }) => leaseId === id)?.amountCents ?? null}
          />
        ))}
      </fieldset>
      <TextField
        name={field('byHandReason')}
        label={t('reason')}
        hint={t('reasonHint')}
        defaultValue={before.byHandReason}
      />
    </>
  );
}

/** Between what the cost of a year and square metre usually lies. */
export function UsualFields({ before }: { before: Said }) {
  const t = useTranslations('CostSharing');
  return (
    <FieldRow>
      <MoneyField
        name={field('usualFromCents')}
        label={t('usualFrom')}
        optional
        defaultCents={before.usualFromCents}
      />
      <MoneyField
        name={field('usualToCents')}
        label={t('usualTo')}
        hint={t('usualHint')}
        optional
        defaultCents={before.usualToCents}
      />
    </FieldRow>
  );
}
