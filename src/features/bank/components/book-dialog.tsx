import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { CategoryField } from '@/features/category/components/category-field';
import { costNamed } from '@/features/category/cost-words-rules';
import { PlaceField } from '@/features/transaction/components/place-field';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { bookLineInput } from '../schema';
import { LearnFields } from './learn-fields';
import type { Described, WaitingLine } from './proposal';

const field = fieldsOf<typeof bookLineInput>();

type Props = { line: WaitingLine; described: Described; onClose: () => void };

/** Books a line that is no rent as income or an expense. Open as long as it is mounted. */
export function BookDialog(props: Props) {
  const { line, onClose } = props;
  const t = useTranslations('Bank');
  const formats = useFormats();
  const amount = formatMoney(Math.abs(line.amountCents), formats.currency, formats);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(line.amountCents < 0 ? 'bookExpenseTitle' : 'bookIncomeTitle')}
      description={t('bookText', { amount, day: formatDate(line.bookedOn, formats) })}
    >
      <Suspense fallback={<SkeletonForm fields={3} />}>
        <BookForm {...props} />
      </Suspense>
    </Dialog>
  );
}

function BookForm({ line, described, onClose }: Props) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const offerUndo = useUndo();
  const [id] = useState(newId);
  const proposed = line.match.parts.find((part) => part.kind === 'category');
  const [categories] = trpc.category.list.useSuspenseQuery({});
  const named = costNamed([line.name, line.text].join(' '));
  const byWords =
    proposed || line.amountCents > 0
      ? undefined
      : categories.find(({ code }) => code !== null && code === named);
  const [property, setProperty] = useState(
    () => described.properties.find((one) => one.id === proposed?.propertyId) ?? null,
  );
  const [unitId, setUnitId] = useState<string | null>(null);
  const accept = trpc.bank.accept.useMutation({ retry: retryTransient });
  const reopen = trpc.bank.reopen.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: bookLineInput,
    fixed: { id, lineId: line.id, propertyId: property?.id ?? null, unitId },
    submit: ({ id: decisionId, lineId, learnText, learnFromAnybody, ...booking }) =>
      accept.mutateAsync({
        ...{ id: decisionId, lineId, learnText, learnFromAnybody },
        parts: [{ kind: 'booking', ...booking }],
      }),
    onSuccess: ({ version }) => {
      const amount = formatMoney(Math.abs(line.amountCents), formats.currency, formats);
      offerUndo(t('accepted', { amount, name: line.name ?? t('unnamed') }), async () => {
        await reopen.mutateAsync({ lineId: line.id, version });
        showSuccess(t('undone'));
      });
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <CategoryField
        name={field('categoryId')}
        label={t('category')}
        placeholder={t('chooseCategory')}
        {...(line.amountCents < 0 ? { direction: 'expense' } : { direction: null, hint: t('refundHint') })}
        {...(byWords && { hint: t('categoryByWords') })}
        chosen={byWords ?? described.categories.find((one) => one.id === proposed?.categoryId)}
      />
      <PlaceField
        property={property}
        isFixed={false}
        isNew={proposed === undefined}
        unitId={unitId}
        onPropertyChange={setProperty}
        onUnitChange={setUnitId}
      />
      <TextField
        name={field('title')}
        label={t('bookingTitle')}
        optional
        defaultValue={line.name}
        autoComplete="off"
      />
      <LearnFields line={line} name={{ text: field('learnText'), fromAnybody: field('learnFromAnybody') }} />
      <FormActions onClose={onClose}>{t('assignBook')}</FormActions>
    </DomainForm>
  );
}
