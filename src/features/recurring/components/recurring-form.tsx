import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { Fold } from '@/components/form/fold';
import { FormActions } from '@/components/form/form-actions';
import { useFormConnection } from '@/components/form/form-context';
import { MoneyField } from '@/components/form/money-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import type { BookingDirection } from '@/domain/vocabulary';
import { CategoryField, type CategoryRow } from '@/features/category/components/category-field';
import { useTitleOr } from '@/features/category/components/category-words';
import { BankAccountField, RecoverableField, VatField } from '@/features/transaction/components/bill-fields';
import { DirectionField, TitleFields } from '@/features/transaction/components/booking-fields';
import { PlaceField } from '@/features/transaction/components/place-field';
import type { BookingPlace } from '@/features/transaction/components/transaction-form';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createRecurringInput, updateRecurringInput } from '../schema';
import type { RecurringItem } from './recurring-list';
import { RhythmFields } from './rhythm-fields';

const field = fieldsOf<typeof createRecurringInput>();

type Props = { property: BookingPlace | null; today: string; onClose: () => void };

/** A new item; what is due of it by today is booked at once. */
export function NewRecurringForm({ property, today, onClose }: Props) {
  const t = useTranslations('RecurringForm');
  const booking = useTranslations('BookingForm');
  const [id] = useState(newId);
  const parts = useParts(null, property);
  const [amountCents, setAmountCents] = useState<number | null>(null);
  const [vatRateBp, setVatRateBp] = useState<number | null>(0);
  const create = trpc.recurring.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createRecurringInput,
    fixed: { id, ...parts.fixed },
    prepare: parts.prepare,
    submit: (input) => create.mutateAsync(input),
    onSuccess: ({ posted }) => {
      showSuccess(t('created', { count: posted.transactions }));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <DirectionField value={parts.direction} onChange={parts.changeDirection} />
      <MoneyField
        name={field('amountCents')}
        label={booking('amount')}
        onCentsChange={setAmountCents}
        autoFocus
        className="sm:max-w-60"
      />
      <Fields parts={parts} item={null} isPlaceFixed={property !== null} today={today}>
        <VatField amountCents={amountCents} rateBp={vatRateBp} onRateChange={setVatRateBp} />
      </Fields>
      <FormActions onClose={onClose}>{t('create')}</FormActions>
    </DomainForm>
  );
}

/** Changes what is to come; the amounts have a dialog of their own. */
export function EditRecurringForm({ property, item, onClose, today }: Props & { item: RecurringItem }) {
  const t = useTranslations('RecurringForm');
  const update = trpc.recurring.update.useMutation();
  const latest = trpc.recurring.get.useQuery({ id: item.id }, { initialData: item });
  const parts = useParts(latest.data, property);
  const form = useDomainForm({
    schema: updateRecurringInput,
    fixed: { id: item.id, version: latest.data.version, endsOn: latest.data.endsOn, ...parts.fixed },
    prepare: parts.prepare,
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <DirectionField
        value={parts.direction}
        saved={latest.data.direction}
        onChange={parts.changeDirection}
      />
      <Fields
        parts={parts}
        item={latest.data}
        isPlaceFixed={property !== null || item.postedThrough !== null}
        today={today}
      />
      <ComparedPlace item={latest.data} parts={parts} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

type Parts = ReturnType<typeof useParts>;

const placeOf = (item: RecurringItem | null): BookingPlace | null =>
  item?.propertyId ? { id: item.propertyId, name: item.propertyName ?? '' } : null;

/** What both forms hold beside their fields. */
function useParts(item: RecurringItem | null, pageProperty: BookingPlace | null) {
  const titleOr = useTitleOr();
  const [direction, setDirection] = useState<BookingDirection>(item?.direction ?? 'expense');
  const [category, setCategory] = useState<CategoryRow | null>(null);
  const [property, setProperty] = useState<BookingPlace | null>(() => placeOf(item) ?? pageProperty);
  const [unitId, setUnitId] = useState(item?.unitId ?? null);
  const [placesTaken, setPlacesTaken] = useState(0);
  const chosen =
    item && item.direction === direction
      ? { id: item.categoryId, code: item.categoryCode, name: item.categoryName }
      : undefined;
  return {
    chosen,
    direction,
    changeDirection: (next: BookingDirection) => {
      setDirection(next);
      setCategory(null);
    },
    category,
    setCategory,
    property,
    setProperty,
    unitId,
    setUnitId,
    takePlaceOf: (saved: RecurringItem) => {
      setProperty(placeOf(saved) ?? pageProperty);
      setUnitId(saved.unitId);
      setPlacesTaken(placesTaken + 1);
    },
    /** The fields of the place keep what is chosen; taken over, they begin anew. */
    placesTaken,
    fixed: { direction, propertyId: property?.id ?? null, unitId },
    prepare: (values: Record<string, unknown>) => ({
      ...values,
      title: titleOr(values.title, category ?? chosen ?? null),
    }),
  };
}

/** Property and unit decide each other and are compared as one. */
function ComparedPlace({ item, parts }: { item: RecurringItem; parts: Parts }) {
  const t = useTranslations('BookingForm');
  const form = useFormConnection();
  const { property, unitId } = parts;
  const units = trpc.unit.list.useQuery(
    { propertyId: property?.id ?? '', archive: 'all' },
    { enabled: property !== null },
  );
  const words = (propertyName: string | null, unitName: string | null) =>
    propertyName === null ? t('wholePortfolio') : [propertyName, unitName].filter(Boolean).join(' · ');
  const unitName =
    unitId === item.unitId ? item.unitName : units.data?.find((unit) => unit.id === unitId)?.name;
  useEffect(() =>
    // No path of a value: those stand in `fixed`.
    form?.register('place~', {
      element: () => null,
      compare: {
        label: () => t('property'),
        mine: () => words(property?.name ?? null, unitName ?? unitId),
        saved: () => words(item.propertyName, item.unitName),
        take: () => parts.takePlaceOf(item),
      },
    }),
  );
  return null;
}

function Fields({
  parts,
  item,
  isPlaceFixed,
  today,
  children,
}: {
  parts: Parts;
  item: RecurringItem | null;
  isPlaceFixed: boolean;
  today: string;
  /** More fields for the fold. */
  children?: ReactNode;
}) {
  const t = useTranslations('BookingForm');
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const { direction, category } = parts;
  return (
    <>
      <CategoryField
        key={direction}
        name={field('categoryId')}
        label={t('category')}
        placeholder={t('chooseCategory')}
        direction={direction}
        chosen={parts.chosen}
        onPick={parts.setCategory}
      />
      <TitleFields direction={direction} saved={item} />
      <RhythmFields item={item} today={today} />
      <PlaceField
        key={parts.placesTaken}
        property={parts.property}
        isFixed={isPlaceFixed}
        isNew={item === null}
        unitId={parts.unitId}
        onPropertyChange={parts.setProperty}
        onUnitChange={parts.setUnitId}
      />
      <Fold
        title={t(jurisdiction === 'US' ? 'moreWithoutVat' : 'more')}
        fields={[field('vatRateBp'), field('recoverableKey'), field('bankAccountId'), field('note')]}
      >
        {children}
        {direction === 'expense' && (
          <RecoverableField propertyId={parts.property?.id ?? null} category={category} saved={item} />
        )}
        <BankAccountField bankAccountId={item?.bankAccountId} />
        <TextField
          name={field('note')}
          label={t('note')}
          optional
          defaultValue={item?.note}
          autoComplete="off"
        />
      </Fold>
    </>
  );
}
