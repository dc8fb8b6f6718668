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
import { plusIcon, userPlusIcon, xIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import { sharesWithOneMore } from '../rules';
import { setOwnersInput } from '../schema';
import type { PropertyDetails } from './use-property';

const field = fieldsOf<typeof setOwnersInput>();

type Line = { key: number; landlordId: string | null; shareNumerator: number; shareDenominator: number };

const NewOwner = lazyDialog(
  async () => (await import('@/features/portfolio/components/new-landlord-dialog')).NewLandlordDialog,
);

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
  const [isNaming, setNaming] = useState(false);
  // Until the list of landlords has been read again.
  const [named, setNamed] = useState<{ id: string; name: string }[]>([]);
  const savedLines = () =>
    property.owners.map((owner) => {
      nextKey.current += 1;
      return {
        key: nextKey.current,
        landlordId: owner.landlordId,
        shareNumerator: owner.shareNumerator,
        shareDenominator: owner.shareDenominator,
      };
    });
  const [lines, setLines] = useState<Line[]>(() => {
    const [first] = landlords;
    // Most properties have one owner: the landlord who is there already.
    if (property.owners.length === 0) {
      return first ? [{ key: 0, landlordId: first.id, shareNumerator: 1, shareDenominator: 1 }] : [];
    }
    return property.owners.map((owner, key) => ({
      key,
      landlordId: owner.landlordId,
      shareNumerator: owner.shareNumerator,
      shareDenominator: owner.shareDenominator,
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
  const known = new Map([...named, ...landlords].map(({ id, name }) => [id, name]));
  for (const owner of property.owners) known.set(owner.landlordId, owner.name);
  const options = [...known].map(([value, label]) => ({ value, label }));
  const isFree = ({ value }: { value: string }) => lines.every((line) => line.landlordId !== value);

  /** One line more. What nobody has typed into is shared out anew: of one who owns all it becomes a half each. */
  function add(landlordId: string | null) {
    const next = form.isTouched ? null : sharesWithOneMore(lines);
    const share = { shareNumerator: 1, shareDenominator: lines.length + 1 };
    setLines(
      [...lines, { key: 0, landlordId, ...share }].map((line, at) => {
        if (at < lines.length && !next) return line;
        nextKey.current += 1;
        return { ...line, ...next?.[at], key: nextKey.current };
      }),
    );
  }

  return (
    <>
      <DomainForm form={form}>
        {options.length === 0 && isOwner && <p className="text-sm text-muted">{t('noLandlord')}</p>}
        <EditConflict form={form} />
        <div ref={box} className="contents">
          {lines.map((line, index) => (
            <OwnerLine
              key={line.key}
              line={line}
              index={index}
              options={options}
              onRemove={() => setLines(lines.filter((other) => other.key !== line.key))}
            />
          ))}
        </div>
        <OwnersComparison property={property} box={box} onTake={() => setLines(savedLines())} />
        <div className="flex flex-wrap gap-2">
          {options.some(isFree) && (
            <Button
              look="tertiary"
              size="sm"
              icon={plusIcon}
              onClick={() => add(options.find(isFree)?.value ?? null)}
            >
              {t('add')}
            </Button>
          )}
          {isOwner ? (
            <Button look="tertiary" size="sm" icon={userPlusIcon} onClick={() => setNaming(true)}>
              {t('addNew')}
            </Button>
          ) : (
            !options.some(isFree) && <p className="text-sm text-muted">{t('noLandlordManager')}</p>
          )}
        </div>
        <FormActions onClose={onClose} />
      </DomainForm>
      {/* Beside the form: what is sent in it is not sent by this one. */}
      {isNaming && (
        <NewOwner
          country={property.country}
          onCreated={(landlord) => {
            setNamed([...named, landlord]);
            add(landlord.id);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

function OwnerLine({
  line,
  index,
  options,
  onRemove,
}: {
  line: Line;
  index: number;
  options: { value: string; label: string }[];
  onRemove: () => void;
}) {
  const t = useTranslations('OwnersForm');
  return (
    <fieldset className="flex flex-wrap items-end gap-2">
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
        defaultScaled={line.shareNumerator}
        className="w-18 self-start"
      />
      <span aria-hidden="true" className="self-start pt-9 text-muted">
        /
      </span>
      <NumberField
        name={field(`owners.${index}.shareDenominator`)}
        label={t('of')}
        defaultScaled={line.shareDenominator}
        className="w-20 self-start"
      />
      <Button
        look="ghost"
        iconOnly
        icon={xIcon}
        aria-label={t('remove', { number: index + 1 })}
        className="mt-7 self-start text-muted"
        onClick={onRemove}
      />
    </fieldset>
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
