import { useTranslations } from 'next-intl';
import { useEffect, useId } from 'react';
import { describedBy, FieldProblemText } from '@/components/form/field-frame';
import { fieldsOf } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { Money } from '@/components/money';
import { useDebounced } from '@/components/use-debounced';
import { type SplitMethod, splitMethods } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { formatArea, formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { recordTransactionInput } from '../schema';

const field = fieldsOf<typeof recordTransactionInput>();

type Share = Outputs['transaction']['previewSplit']['shares'][number];
/** What somebody has said about the units: who takes part, and by hand with how much. */
export type SplitChoice = Record<string, { takesPart: boolean; amountCents: number | null }>;

/** Splits a bill over the units of its property and shows each share to the cent before it is booked. */
export function SplitField({
  propertyId,
  amountCents,
  asOf,
  method,
  choice,
  onMethodChange,
  onChoiceChange,
}: {
  propertyId: string;
  amountCents: number | null;
  /** Areas and households of this day count. */
  asOf: string;
  method: SplitMethod | null;
  choice: SplitChoice;
  onMethodChange: (method: SplitMethod | null) => void;
  onChoiceChange: (choice: SplitChoice) => void;
}) {
  const t = useTranslations('BookingForm');
  const labels = useTranslations('Labels');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{t('split')}</legend>
      <SelectField
        name={field('splitMethod')}
        label={t('split')}
        placeholder={t('noSplit')}
        options={splitMethods.map((value) => ({ value, label: labels(`splitMethod.${value}`) }))}
        defaultValue={method}
        onValueChange={(value) => onMethodChange(splitMethods.find((known) => known === value) ?? null)}
      />
      {method !== null && (
        <Shares
          propertyId={propertyId}
          amountCents={amountCents}
          asOf={asOf}
          method={method}
          choice={choice}
          onChoiceChange={onChoiceChange}
        />
      )}
    </fieldset>
  );
}

function Shares({
  propertyId,
  amountCents,
  asOf,
  method,
  choice,
  onChoiceChange,
}: {
  propertyId: string;
  amountCents: number | null;
  asOf: string;
  method: SplitMethod;
  choice: SplitChoice;
  onChoiceChange: (choice: SplitChoice) => void;
}) {
  const t = useTranslations('BookingForm');
  const errors = useErrorWords();
  const formats = useFormats();
  const form = useFormConnection();
  const id = useId();
  const units = trpc.unit.list.useQuery({ propertyId, archive: 'all' });
  const all = (units.data ?? []).filter((unit) => unit.archivedAt === null || choice[unit.id]?.takesPart);
  // A unit without an area has no share by areas, one that is part of the property later none at all, unless somebody says otherwise.
  const lacksArea = (unit: (typeof all)[number]) => method === 'area' && !unit.period?.areaSqm100;
  const takesPartOf = (unit: (typeof all)[number]) =>
    choice[unit.id]?.takesPart ?? (!lacksArea(unit) && (unit.availableFrom ?? asOf) <= asOf);
  const taking = all.filter(takesPartOf);
  const leftOut = all.filter((unit) => lacksArea(unit) && !takesPartOf(unit));
  const asked = useDebounced({ amountCents, asOf, unitIds: taking.map((unit) => unit.id) }, 200);
  const preview = trpc.transaction.previewSplit.useQuery(
    {
      propertyId,
      splitMethod: method,
      amountCents: asked.amountCents ?? 1,
      asOf: asked.asOf,
      unitIds: asked.unitIds,
    },
    { enabled: asked.unitIds.length > 0 && method !== 'manual', placeholderData: (before) => before },
  );
  const isManual = method === 'manual';
  const shares = taking.map((unit) => ({
    unitId: unit.id,
    amountCents: isManual ? (choice[unit.id]?.amountCents ?? 0) : 0,
  }));

  useEffect(() =>
    form?.register(field('shares'), { element: () => null, read: () => ({ ok: true, value: shares }) }),
  );

  const shareOf = (unitId: string): Share | undefined =>
    preview.data?.shares.find((share) => share.unitId === unitId);
  const given = shares.reduce((sum, share) => sum + share.amountCents, 0);
  // Of a refund both are below zero.
  const missing = ((amountCents ?? 0) - given) * ((amountCents ?? 0) < 0 ? -1 : 1);
  const problem =
    taking.length === 0
      ? t('nobodyTakesPart')
      : !isManual && preview.data?.problem
        ? errors.field({ code: `transaction.split_${preview.data.problem}` })
        : undefined;
  return (
    <div className="overflow-clip rounded-xl border border-border">
      <ul className="divide-y divide-separator">
        {all.map((unit) => {
          const takesPart = takesPartOf(unit);
          const share = takesPart ? shareOf(unit.id) : undefined;
          return (
            <li key={unit.id} className="flex items-center justify-between gap-3 px-3.5 py-2 text-sm">
              <label className="flex min-w-0 items-center gap-2.5">
                <input
                  type="checkbox"
                  checked={takesPart}
                  onChange={(event) =>
                    onChoiceChange({
                      ...choice,
                      [unit.id]: {
                        takesPart: event.target.checked,
                        amountCents: choice[unit.id]?.amountCents ?? null,
                      },
                    })
                  }
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="truncate">{unit.name}</span>
              </label>
              {isManual && takesPart ? (
                <MoneyField
                  name={null}
                  signed={(amountCents ?? 0) < 0}
                  label={<span className="sr-only">{t('shareOf', { unit: unit.name })}</span>}
                  defaultCents={choice[unit.id]?.amountCents ?? null}
                  onCentsChange={(cents) =>
                    onChoiceChange({ ...choice, [unit.id]: { takesPart: true, amountCents: cents } })
                  }
                  className="w-32"
                />
              ) : (
                share &&
                amountCents !== null && (
                  <span className="flex items-baseline gap-3">
                    <Weight method={method} weight={share.weight} />
                    <Money amountCents={share.amountCents} />
                  </span>
                )
              )}
            </li>
          );
        })}
      </ul>
      <p
        role="status"
        aria-describedby={describedBy(id, null, problem)}
        className="border-t border-separator bg-surface-secondary px-3.5 py-2 text-xs text-muted"
      >
        {isManual
          ? missing === 0
            ? t('addsUp')
            : t.rich(missing > 0 ? 'stillMissing' : 'tooMuch', {
                amount: () => <Money amountCents={Math.abs(missing)} />,
              })
          : t('asOf', { day: formatDate(asOf, formats) })}
      </p>
      {leftOut.length > 0 && (
        <p className="bg-surface-secondary px-3.5 pb-2 text-xs text-muted">
          {t('withoutArea', { units: leftOut.map((unit) => unit.name).join(', ') })}
        </p>
      )}
      {problem && (
        <div className="px-3.5 pb-2.5">
          <FieldProblemText id={id} problem={problem} />
        </div>
      )}
    </div>
  );
}

/** What the share rests on: square metres, persons, thousandths. */
function Weight({ method, weight }: { method: SplitMethod; weight: number | null }) {
  const t = useTranslations('BookingForm');
  const formats = useFormats();
  if (weight === null) return <span className="text-xs text-danger">{t('weightMissing')}</span>;
  if (method === 'equal' || method === 'manual') return null;
  return (
    <span className="text-xs text-muted tabular-nums">
      {method === 'area'
        ? formatArea(weight, formats)
        : method === 'persons'
          ? t('persons', { count: weight })
          : t('parts', { count: weight })}
    </span>
  );
}
