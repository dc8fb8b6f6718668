import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { DiscardQuestion } from '@/components/form/unsaved';
import { hasUnsavedEntries } from '@/components/form/unsaved-context';
import { useDomainForm } from '@/components/form/use-domain-form';
import { trash2Icon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { showSuccess } from '@/components/toast';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { sinceEver } from '../rules';
import { setUnitPeriodInput } from '../schema';
import { PeriodFields } from './period-fields';
import type { NamedUnit, UnitPeriod } from './unit-state';

const field = fieldsOf<typeof setUnitPeriodInput>();
const ConfirmDialog = lazyDialog(async () => (await import('@/components/confirm-dialog')).ConfirmDialog);

/** What is said from a day of its own, or what was said of a day and is put right. */
type Mode = 'change' | 'correct';

export function UnitPeriodForm({
  unit,
  changeFrom,
  onClose,
}: {
  unit: NamedUnit;
  changeFrom?: CalendarDate;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  const formats = useFormats();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [periods] = trpc.unit.periods.useSuspenseQuery({ unitId: unit.id });
  const now = periods.findLast(({ validFrom }) => validFrom <= (changeFrom ?? portfolio.today)) ?? null;
  // What is said for the first time has been so all along, unless somebody knows better: last year is settled by it.
  const isFirst = isUnsaid(now) && periods.length === 1 && changeFrom === undefined;
  const [mode, setMode] = useState<Mode>(isFirst ? 'correct' : 'change');
  // Kept as it was seen: what somebody else takes back meanwhile stays what is corrected or removed here, and is told.
  const [begun] = useState(now);
  const [picked, setPicked] = useState(now);
  const [removing, setRemoving] = useState<UnitPeriod | null>(null);
  const [turning, setTurning] = useState<(() => void) | null>(null);
  const [declined, setDeclined] = useState(0);
  const latestOf = (seen: UnitPeriod) =>
    periods.find(({ validFrom }) => validFrom === seen.validFrom) ?? seen;
  const corrected = mode === 'correct' && picked ? latestOf(picked) : null;

  const factsOf = (nextMode: Mode, next: UnitPeriod | null) =>
    ((nextMode === 'correct' ? next : null) ?? begun)?.validFrom;
  /** The facts of another day have fields of their own: what was typed into these is not lost unasked. */
  function turnTo(nextMode: Mode, next: UnitPeriod | null) {
    const turn = () => {
      setMode(nextMode);
      setPicked(next);
    };
    if (factsOf(nextMode, next) !== factsOf(mode, picked) && hasUnsavedEntries()) setTurning(() => turn);
    else turn();
  }

  const since = ({ validFrom }: UnitPeriod) => {
    if (validFrom === sinceEver) return t('entry.ever');
    return t(validFrom > portfolio.today ? 'entry.from' : 'entry.since', {
      day: formatDate(validFrom, formats),
    });
  };
  return (
    <div className="flex flex-col gap-4">
      {now && changeFrom === undefined && (
        <ChoiceField
          label={t(isFirst ? 'first.label' : 'mode.label')}
          hint={isFirst ? undefined : t(corrected && periods.length > 1 ? 'entry.hint' : `mode.${mode}Hint`)}
          options={(isFirst ? (['correct', 'change'] as const) : (['change', 'correct'] as const)).map(
            (value) => ({
              value,
              label: t(isFirst ? `first.${value}` : `mode.${value}`),
            }),
          )}
          value={mode}
          onValueChange={(value) => turnTo(value, picked)}
        />
      )}
      {corrected && periods.length > 1 && (
        <SelectField
          // Anew where it stays with the one that stood there.
          key={declined}
          name={null}
          label={t('entry.label')}
          options={(periods.includes(corrected) ? periods : [...periods, corrected]).map((period) => ({
            value: period.validFrom,
            label: since(period),
          }))}
          defaultValue={corrected.validFrom}
          onValueChange={(day) =>
            turnTo('correct', periods.find(({ validFrom }) => validFrom === day) ?? corrected)
          }
        />
      )}
      <FactsForm
        // The facts of another day are another form; what somebody else changes of these is told in it.
        key={factsOf(mode, picked)}
        unit={unit}
        corrected={corrected}
        proposed={corrected ?? (now && changeFrom !== undefined ? { ...now, ownUse: false } : now)}
        periods={periods}
        nameOf={since}
        from={changeFrom ?? portfolio.today}
        onRemove={corrected && corrected.validFrom !== sinceEver ? () => setRemoving(corrected) : null}
        onClose={onClose}
      />
      <DiscardQuestion
        open={turning !== null}
        onAnswer={(mayDiscard) => {
          if (mayDiscard) turning?.();
          else setDeclined(declined + 1);
          setTurning(null);
        }}
      />
      {removing && <RemovePeriod period={removing} onDone={onClose} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function FactsForm({
  unit: { id: unitId, kind },
  corrected,
  proposed,
  periods,
  nameOf,
  from,
  onRemove,
  onClose,
}: {
  unit: Pick<NamedUnit, 'id' | 'kind'>;
  /** The facts that are put right; null where others hold from a day on. */
  corrected: UnitPeriod | null;
  /** What stands in the fields at first. */
  proposed: UnitPeriod | null;
  /** All that is said of the unit. */
  periods: readonly UnitPeriod[];
  nameOf: (period: UnitPeriod) => string;
  from: CalendarDate;
  onRemove: (() => void) | null;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  const formats = useFormats();
  const [day, setDay] = useState<CalendarDate | null>(from);
  // The fields begin with what holds of another day than that which is chosen, and what is said of a later one stays.
  const next = day === null ? undefined : periods.find(({ validFrom }) => validFrom > day);
  const before = day === null ? undefined : periods.findLast(({ validFrom }) => validFrom < day);
  const isOther = before !== undefined && proposed !== null && before.validFrom !== proposed.validFrom;
  const hints = [
    isOther && proposed.validFrom !== day && t('entry.goesOn', { entry: nameOf(before) }),
    next && t('entry.then', { day: formatDate(next.validFrom, formats) }),
  ].filter((hint) => typeof hint === 'string');
  const setPeriod = trpc.unit.setPeriod.useMutation();
  const form = useDomainForm({
    schema: setUnitPeriodInput,
    fixed: {
      unitId,
      ...(corrected
        ? { validFrom: corrected.validFrom, id: corrected.id, version: corrected.version }
        : // As it was seen: of a day of which something else is said already that is told.
          proposed?.validFrom === day && { id: proposed?.id, version: proposed?.version }),
    },
    recordId: unitId,
    state: proposed && `${proposed.id} ${proposed.version}`,
    submit: (input) => setPeriod.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {!corrected && (
        <DateField
          name={field('validFrom')}
          label={t('validFrom')}
          hint={hints.length > 0 ? hints.join(' ') : undefined}
          defaultDay={from}
          onDayChange={setDay}
        />
      )}
      <PeriodFields kind={kind} period={proposed} />
      {onRemove && (
        <Button look="ghost" size="sm" icon={trash2Icon} className="self-start" onClick={onRemove}>
          {t('entry.remove')}
        </Button>
      )}
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function RemovePeriod({
  period: { unitId, id, validFrom, version },
  onDone,
  onClose,
}: {
  period: UnitPeriod;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  const formats = useFormats();
  const remove = trpc.unit.removePeriod.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('entry.removeQuestion', { day: formatDate(validFrom, formats) })}
      confirmLabel={t('entry.remove')}
      confirm={async () => {
        await remove.mutateAsync({ unitId, id, validFrom, version });
        showSuccess(t('entry.removed'));
        onDone();
      }}
    >
      {t('entry.removeText')}
    </ConfirmDialog>
  );
}

/** Neither area nor share nor use is known. */
const isUnsaid = (period: UnitPeriod | null) =>
  period !== null && period.areaSqm100 === null && period.coOwnershipNumerator === null && !period.ownUse;
