import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showFailure, showSuccess } from '@/components/toast';
import { CategoryField, type CategoryRow } from '@/features/category/components/category-field';
import { useTitleOr } from '@/features/category/components/category-words';
import { useUploadFiles } from '@/features/document/components/use-upload-files';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { splitDay } from '../rules';
import { recordTransactionInput, updateTransactionInput } from '../schema';
import { BankAccountField, LabourField, RecoverableField, VatField } from './bill-fields';
import { DirectionField, TitleFields } from './booking-fields';
import { ChosenReceipts } from './chosen-receipts';
import { PlaceField } from './place-field';
import { type SplitChoice, SplitField } from './split-field';

const field = fieldsOf<typeof recordTransactionInput>();

export type TransactionDetails = Outputs['transaction']['get'];
export type BookingPlace = { id: string; name: string };

type Props = {
  /** The page's property; without one the form asks. */
  property: BookingPlace | null;
  today: string;
  /** Gets the day of what was booked or changed. */
  onBooked?: (day: string) => void;
  onClose: () => void;
};

const folded = [
  field('serviceFrom'),
  field('serviceTo'),
  field('vatRateBp'),
  field('labourCents'),
  field('recoverableKey'),
  field('bankAccountId'),
  field('invoiceOn'),
  field('invoiceNumber'),
  field('note'),
];

/** A new booking, with its receipts. */
export function NewTransactionForm(props: Props) {
  const t = useTranslations('BookingForm');
  const [id] = useState(newId);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { uploadUnseen } = useUploadFiles({ kind: 'transaction', id });
  const errors = useErrorWords();
  const record = trpc.transaction.record.useMutation({ retry: retryTransient });
  return (
    <TransactionForm
      {...props}
      transaction={null}
      schema={recordTransactionInput}
      fixed={{ id }}
      submit={async (input) => {
        const recorded = await record.mutateAsync(input);
        // The form closes, and with it goes whatever could be asked or said there.
        uploadUnseen(files, (name, failure) =>
          showFailure(t('receiptFailed', { name, problem: errors.failure(failure) })),
        );
        return recorded;
      }}
      receipts={(shown) => <ChosenReceipts files={files} onChange={setFiles} {...shown} />}
      words={{ done: t('recorded'), submit: t('record') }}
    />
  );
}

/** Changes a booking; behind it stand a reversal and a new row, which nobody has to see. */
export function EditTransactionForm({ transaction, ...props }: Props & { transaction: TransactionDetails }) {
  const t = useTranslations('BookingForm');
  const words = useTranslations('Form');
  const [id] = useState(newId);
  const update = trpc.transaction.update.useMutation({ retry: retryTransient });
  return (
    <TransactionForm
      {...props}
      transaction={transaction}
      schema={updateTransactionInput}
      fixed={{ id, transactionId: transaction.id }}
      submit={update.mutateAsync}
      words={{ done: t('changed'), submit: words('save') }}
    />
  );
}

function TransactionForm<Input>({
  property: pageProperty,
  today,
  transaction,
  schema,
  fixed,
  submit,
  receipts,
  words,
  onBooked,
  onClose,
}: Props & {
  transaction: TransactionDetails | null;
  schema: Parameters<typeof useDomainForm<Input, unknown>>[0]['schema'];
  fixed: Record<string, unknown>;
  submit: (input: Input) => Promise<unknown>;
  /** Of one that is new; those of another stand beside it. */
  receipts?: (shown: { isExpense: boolean; amountCents: number | null }) => ReactNode;
  words: { done: string; submit: string };
}) {
  const t = useTranslations('BookingForm');
  const titleOr = useTitleOr();
  const [direction, setDirection] = useState(transaction?.direction ?? 'expense');
  const [category, setCategory] = useState<CategoryRow | null>(null);
  const [amountCents, setAmountCents] = useState(transaction?.amountCents ?? null);
  const [bookedOn, setBookedOn] = useState<string | null>(transaction?.bookedOn ?? today);
  const [serviceTo, setServiceTo] = useState(transaction?.serviceTo ?? null);
  const [property, setProperty] = useState(() => placeOf(transaction) ?? pageProperty);
  const [unitId, setUnitId] = useState(transaction?.unitId ?? null);
  const [splitMethod, setSplitMethod] = useState(transaction?.splitMethod ?? null);
  const [choice, setChoice] = useState<SplitChoice>({});
  const units = trpc.unit.list.useQuery(
    { propertyId: property?.id ?? '', archive: 'all' },
    { enabled: property !== null },
  );
  const inUse = units.data?.filter((unit) => unit.archivedAt === null).length ?? 0;
  const splits = property !== null && unitId === null && (inUse > 1 || splitMethod !== null);
  const known = splitChoiceOf(transaction, units.data ?? [], property?.id ?? null);

  const chosen =
    transaction && transaction.direction === direction
      ? { id: transaction.categoryId, code: transaction.categoryCode, name: transaction.categoryName }
      : undefined;
  const form = useDomainForm<Input, unknown>({
    schema,
    fixed: {
      ...fixed,
      direction,
      propertyId: property?.id ?? null,
      unitId,
      splitMethod: null,
      shares: [],
    },
    prepare: (values) => ({ ...values, title: titleOr(values.title, category ?? chosen ?? null) }),
    submit,
    onSuccess: () => {
      showSuccess(words.done);
      if (bookedOn !== null) onBooked?.(bookedOn);
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <DirectionField
        value={direction}
        onChange={(value) => {
          setDirection(value);
          setCategory(null);
        }}
      />
      <FieldRow>
        <MoneyField
          name={field('amountCents')}
          label={t('amount')}
          hint={direction === 'expense' ? t('amountHint') : undefined}
          signed={direction === 'expense'}
          defaultCents={transaction?.amountCents}
          onCentsChange={setAmountCents}
          autoFocus
        />
        <DateField
          name={field('bookedOn')}
          label={t('bookedOn')}
          defaultDay={transaction?.bookedOn ?? today}
          onDayChange={setBookedOn}
        />
      </FieldRow>
      <CategoryField
        key={direction}
        name={field('categoryId')}
        label={t('category')}
        placeholder={t('chooseCategory')}
        direction={direction}
        chosen={chosen}
        onPick={setCategory}
      />
      <TitleFields direction={direction} saved={transaction} />
      <PlaceField
        property={property}
        isFixed={pageProperty !== null}
        isNew={transaction === null}
        unitId={unitId}
        onPropertyChange={setProperty}
        onUnitChange={setUnitId}
      />
      {splits && (
        <SplitField
          key={property.id}
          propertyId={property.id}
          amountCents={amountCents}
          asOf={splitDay({ serviceTo, bookedOn: bookedOn ?? today })}
          method={splitMethod}
          choice={{ ...known, ...choice }}
          onMethodChange={setSplitMethod}
          onChoiceChange={setChoice}
        />
      )}
      {receipts?.({ isExpense: direction === 'expense', amountCents })}
      <MoreFields
        transaction={transaction}
        isExpense={direction === 'expense'}
        propertyId={property?.id ?? null}
        category={category}
        amountCents={amountCents}
        onServiceToChange={setServiceTo}
      />
      <FormActions onClose={onClose}>{words.submit}</FormActions>
    </DomainForm>
  );
}

/** What few bookings need: service period, taxes, who bears it, the bill. */
function MoreFields({
  transaction,
  isExpense,
  propertyId,
  category,
  amountCents,
  onServiceToChange,
}: {
  transaction: TransactionDetails | null;
  isExpense: boolean;
  propertyId: string | null;
  /** The one that was picked; null while that of the booking stands. */
  category: CategoryRow | null;
  amountCents: number | null;
  onServiceToChange: (day: string | null) => void;
}) {
  const t = useTranslations('BookingForm');
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const [vatRateBp, setVatRateBp] = useState<number | null>(transaction?.vatRateBp ?? 0);
  return (
    <Fold title={t(jurisdiction === 'US' ? 'moreWithoutVat' : 'more')} fields={folded}>
      <FieldRow>
        <DateField
          name={field('serviceFrom')}
          label={t('serviceFrom')}
          optional
          defaultDay={transaction?.serviceFrom}
        />
        <DateField
          name={field('serviceTo')}
          label={t('serviceTo')}
          optional
          defaultDay={transaction?.serviceTo}
          onDayChange={onServiceToChange}
        />
      </FieldRow>
      <FieldRow>
        <VatField amountCents={amountCents} rateBp={vatRateBp} onRateChange={setVatRateBp} />
        {isExpense && <LabourField labourCents={transaction?.labourCents} />}
      </FieldRow>
      {isExpense && <RecoverableField propertyId={propertyId} category={category} saved={transaction} />}
      <FieldRow>
        <DateField
          name={field('invoiceOn')}
          label={t('invoiceOn')}
          optional
          defaultDay={transaction?.invoiceOn}
        />
        <TextField
          name={field('invoiceNumber')}
          label={t('invoiceNumber')}
          optional
          defaultValue={transaction?.invoiceNumber}
          autoComplete="off"
        />
      </FieldRow>
      <BankAccountField bankAccountId={transaction?.bankAccountId} />
      <TextField
        name={field('note')}
        label={t('note')}
        optional
        defaultValue={transaction?.note}
        autoComplete="off"
      />
    </Fold>
  );
}

const placeOf = (transaction: TransactionDetails | null): BookingPlace | null =>
  transaction?.propertyId ? { id: transaction.propertyId, name: transaction.propertyName ?? '' } : null;

/** Who took part in the split that is being changed, and by hand with how much. */
function splitChoiceOf(
  transaction: TransactionDetails | null,
  units: readonly { id: string }[],
  propertyId: string | null,
): SplitChoice {
  if (!transaction || transaction.splitMethod === null || transaction.propertyId !== propertyId) return {};
  return Object.fromEntries(
    units.map((unit) => {
      const share = transaction.shares.find((known) => known.unitId === unit.id);
      return [unit.id, { takesPart: share !== undefined, amountCents: share?.amountCents ?? null }];
    }),
  );
}
