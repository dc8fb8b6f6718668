import { useTranslations } from 'next-intl';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { rowText, useListComparison } from '@/components/form/use-list-comparison';
import { plusIcon, xIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import { setOwnersInput } from '../schema';
import type { PropertyDetails } from './use-property';

const field = fieldsOf<typeof setOwnersInput>();

type Line = { key: number; landlordId: string | null; numerator: number; denominator: number };

export function OwnersForm({
  property,
  isOwner,
  onClose,
}: {
  property: PropertyDetails;
  isOwner: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('OwnersForm');
  const setOwners = trpc.property.setOwners.useMutation();
  const [landlords] = trpc.landlord.list.useSuspenseQuery({ archive: 'active' });
  const nextKey = useRef(property.owners.length);
  const box = useRef<HTMLDivElement>(null);
  const savedLines = () =>
    property.owners.map((owner) => {
      nextKey.current += 1;
      return {
        key: nextKey.current,
        landlordId: owner.landlordId,
        numerator: owner.shareNumerator,
        denominator: owner.shareDenominator,
      };
    });
  const [lines, setLines] = useState<Line[]>(() => {
    const [first] = landlords;
    // Most properties have one owner: the landlord who is there already.
    if (property.owners.length === 0) {
      return first ? [{ key: 0, landlordId: first.id, numerator: 1, denominator: 1 }] : [];
    }
    return property.owners.map((owner, key) => ({
      key,
      landlordId: owner.landlordId,
      numerator: owner.shareNumerator,
      denominator: owner.shareDenominator,
    }));
  });

  const form = useDomainForm({
    schema: setOwnersInput,
    fixed: { propertyId: property.id, version: property.version },
    recordId: property.id,
    prepare: (values) => ({ ...values, owners: values.owners ?? [] }),
    submit: (input) => setOwners.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });

  // An owner who is archived by now stays in the list of a property they still own.
  const known = new Map(landlords.map((landlord) => [landlord.id, landlord.name]));
  for (const owner of property.owners) known.set(owner.landlordId, owner.name);
  const options = [...known].map(([value, label]) => ({ value, label }));

  if (options.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-sm text-muted">{t(isOwner ? 'noLandlord' : 'noLandlordManager')}</p>
        {isOwner && <LinkButton href="/dashboard/settings/landlords">{t('toSettings')}</LinkButton>}
      </div>
    );
  }
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <div ref={box} className="contents">
        {lines.map((line, index) => (
          <fieldset key={line.key} className="flex flex-wrap items-end gap-2">
            <legend className="sr-only">{t('line', { number: index + 1 })}</legend>
            <SelectField
              name={field(`owners.${index}.landlordId`)}
              label={t('owner')}
              options={options}
              placeholder={t('choose')}
              defaultValue={line.landlordId}
              className="grow basis-full self-start sm:basis-0"
            />
            <NumberField
              name={field(`owners.${index}.shareNumerator`)}
              label={t('share')}
              defaultScaled={line.numerator}
              className="w-18 self-start"
            />
            <span aria-hidden="true" className="self-start pt-9 text-muted">
              /
            </span>
            <NumberField
              name={field(`owners.${index}.shareDenominator`)}
              label={t('of')}
              defaultScaled={line.denominator}
              className="w-20 self-start"
            />
            <Button
              look="ghost"
              iconOnly
              icon={xIcon}
              aria-label={t('remove', { number: index + 1 })}
              className="mt-7 self-start text-muted"
              onClick={() => setLines(lines.filter((other) => other.key !== line.key))}
            />
          </fieldset>
        ))}
      </div>
      <OwnersComparison property={property} box={box} onTake={() => setLines(savedLines())} />
      <Button
        look="tertiary"
        size="sm"
        icon={plusIcon}
        className="self-start"
        onClick={() => {
          const taken = new Set(lines.map((line) => line.landlordId));
          const free = options.find((option) => !taken.has(option.value));
          nextKey.current += 1;
          setLines([
            ...lines,
            { key: nextKey.current, landlordId: free?.value ?? null, numerator: 1, denominator: 1 },
          ]);
        }}
      >
        {t('add')}
      </Button>
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

/** Tells owners somebody else has entered meanwhile from the lines here. */
function OwnersComparison({
  property,
  box,
  onTake,
}: {
  property: PropertyDetails;
  box: RefObject<HTMLElement | null>;
  onTake: () => void;
}) {
  const t = useTranslations('OwnersForm');
  useListComparison(field('owners'), {
    label: t('owner'),
    rows: () => [...(box.current?.children ?? [])],
    saved: property.owners.map((owner) =>
      rowText([owner.name, String(owner.shareNumerator), String(owner.shareDenominator)]),
    ),
    take: onTake,
  });
  return null;
}
