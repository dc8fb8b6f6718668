import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { AddressFields } from '@/components/form/address-fields';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { StateField } from '@/components/form/state-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import type { Jurisdiction } from '@/domain/vocabulary';
import type { createPropertyInput } from '@/features/property/schema';
import { usualParts } from '@/features/rent/usual-rules';
import { countryOptions } from '@/i18n/country-options';
import { countryOfJurisdiction } from '@/i18n/country-rules';
import { Link } from '@/i18n/link';
import type { CalendarDate } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import {
  bookableMonths,
  type Column,
  columnsOf,
  firstEntry,
  MOST_PEOPLE,
  placeOfPasted,
  type Row,
  type Situation,
  situations,
  withTable,
} from '../grid-rules';
import { usualVatBp } from '../kind-rules';
import { placesOf } from '../place-rules';
import { enterHomesInput, MOST_HOMES } from '../schema';
import { BookedFrom } from './booked-from';
import { HomesGrid } from './homes-grid';
import { useTidyRow } from './use-tidy-row';

/** What is let by itself, without a house around it. */
const singleKinds = ['apartment', 'house', 'commercial', 'parking'] as const;

const field = fieldsOf<typeof createPropertyInput>();

/** Rows of a spreadsheet, and where they were pasted. */
type Table = { cells: string[][]; column: Column };

const emptyRow = (unit: string): Row => ({
  ids: {
    place: newId(),
    unit: newId(),
    lease: newId(),
    tenants: Array.from({ length: MOST_PEOPLE }, () => newId()),
  },
  cells: { place: '', unit, tenant: '', startsOn: '', net: '', costs: '' },
  ...{ kind: null, hasVat: false },
});

/** Everything that is let, on one screen: first what it is, then a row for each unit with its tenant. */
export function HomesForm({
  jurisdiction,
  timeZone,
  today,
  onWaiting,
}: {
  jurisdiction: Jurisdiction;
  timeZone: string;
  today: CalendarDate;
  /** Told whether rows wait for those before them to be entered. */
  onWaiting: (isWaiting: boolean) => void;
}) {
  const t = useTranslations('Homes');
  const language = useLocale();
  const [situation, setSituation] = useState<Situation>('one');
  const [flats, setFlats] = useState(3);
  /** Of one place: its unit is of this kind, too. */
  const [kind, setKind] = useState<(typeof singleKinds)[number]>('apartment');
  /** So often were there more rows than flats: the field that asks how many says it anew. */
  const [grown, setGrown] = useState(0);
  const flat = (index: number) => t('flat', { number: index + 1 });
  const [rows, setRows] = useState<Row[]>(() => [0, 1, 2].map((index) => emptyRow(flat(index))));
  const [table, setTable] = useState<Table | null>(null);
  // An entry is in, and its rest is what stands here.
  const [isFollowing, setFollowing] = useState(false);
  const { readers, tidyRow } = useTidyRow();
  const [country, setCountry] = useState(() => countryOfJurisdiction({ jurisdiction, timeZone }));
  const askedFor = (of: Situation) => columnsOf(of, usualParts(jurisdiction).includes('operating_costs'));
  const wanted = { one: 1, house: flats, several: rows.length }[situation];
  const count = situation === 'several' ? firstEntry(rows, MOST_HOMES) : Math.min(wanted, MOST_HOMES);
  const beyond = wanted - count;
  const months = bookableMonths(rows.slice(0, count), readers.day, today);

  const enter = trpc.setup.enterHomes.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: enterHomesInput,
    fixed: { language },
    prepare: ({ places, language: writtenIn, bookedFrom, arePaid, ...address }) => ({
      ...{ language: writtenIn, bookedFrom, arePaid },
      places: placesOf(situation, places, { ...address, country }, flat),
    }),
    submit: (input) => enter.mutateAsync(input),
    onSuccess: () => {
      const waiting = situation === 'several' ? rows.slice(count) : [];
      showSuccess(waiting.length > 0 ? t('enteredSome', { count: waiting.length }) : t('entered'));
      if (waiting.length > 0) setRows(waiting);
      setFollowing(waiting.length > 0);
      onWaiting(waiting.length > 0);
    },
  });

  /** Nothing is ever cut off: what does not fit one entry waits for the next. */
  function keep(all: Row[], of: Situation) {
    setRows(all);
    onWaiting(isFollowing || (of === 'several' && all.length > MOST_HOMES));
  }

  /** Flats that are named by themselves are so in a house alone. */
  const namedFor = (next: Situation) =>
    rows.map((row, index) => {
      const isOwnName = row.cells.unit !== '' && row.cells.unit !== flat(index);
      const unit = isOwnName ? row.cells.unit : next === 'several' ? '' : flat(index);
      return { ...row, cells: { ...row.cells, unit } };
    });

  const newRowOf = (of: Situation, index: number) => emptyRow(of === 'several' ? '' : flat(index));

  /** What was typed stays. */
  function choose(next: Situation) {
    setSituation(next);
    setTable(null);
    keep(namedFor(next), next);
  }

  /** A table pasted for one flat comes in where it fits. */
  function take(next: Situation, { cells, column }: Table) {
    const asked = askedFor(next);
    const at = { row: 0, column: placeOfPasted(cells, column, asked) };
    let index = rows.length - 1;
    const newRow = () => {
      index += 1;
      return newRowOf(next, index);
    };
    choose(next);
    if (next === 'house') setFlats(cells.length);
    keep(withTable(namedFor(next), asked, at, cells, newRow).map(tidyRow), next);
  }

  function setCount(typed: number | null) {
    const next = Math.max(typed ?? 1, 1);
    setFlats(next);
    const missing = Array.from(
      { length: Math.max(Math.min(next, MOST_HOMES) - rows.length, 0) },
      (_, index) => emptyRow(flat(rows.length + index)),
    );
    setRows([...rows, ...missing]);
  }

  return (
    <DomainForm form={form} className="gap-5">
      <ChoiceField
        label={t('question')}
        options={situations.map((value) => ({ value, label: t(`situations.${value}`) }))}
        value={situation}
        onValueChange={choose}
      />
      {jurisdiction === 'other' && <CountryField country={country} onCountryChange={setCountry} />}
      {situation !== 'several' && (
        <PlaceFields
          country={country}
          flats={situation === 'house' ? flats : null}
          grown={grown}
          onFlatsChange={setCount}
          onKindChange={setKind}
        />
      )}
      <HomesGrid
        rows={rows.slice(0, count).map((row) => (situation === 'one' ? { ...row, kind } : row))}
        vatBp={(its) => usualVatBp(jurisdiction, its)}
        asked={askedFor(situation)}
        canGrow={situation === 'several' && rows.length < MOST_HOMES}
        newRow={() => newRowOf(situation, rows.length)}
        onRowsChange={(shown) => {
          if (situation === 'house' && shown.length > flats) {
            setFlats(shown.length);
            setGrown(grown + 1);
          }
          const own = situation === 'one' ? shown.map((row) => ({ ...row, kind: null })) : shown;
          keep([...own, ...rows.slice(count)], situation);
        }}
        onTablePasted={situation === 'one' ? (cells, column) => setTable({ cells, column }) : null}
      />
      {table && <PastedTable rows={table.cells.length} onTake={(next) => take(next, table)} />}
      {months && <BookedFrom months={months} />}
      {beyond > 0 && (
        <Notice tone="warning" live>
          {t(situation === 'house' ? 'beyondHouse' : 'beyond', { count: beyond, most: count })}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton>{t('enter')}</SubmitButton>
        <Link
          href={{ pathname: '/dashboard/properties', query: { new: '1' } }}
          className="text-sm text-muted underline"
        >
          {t('inFull')}
        </Link>
      </div>
    </DomainForm>
  );
}

/** A table was pasted where one flat is asked for: what it may be instead. */
function PastedTable({ rows, onTake }: { rows: number; onTake: (next: Situation) => void }) {
  const t = useTranslations('Homes');
  return (
    <Notice live title={t('table', { count: rows })}>
      <div className="mt-2 flex flex-wrap gap-2">
        {(['house', 'several'] as const).map((next) => (
          <Button key={next} size="sm" onClick={() => onTake(next)}>
            {t(`situations.${next}`)}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

/** Where the rules do not say it, and the clock of the portfolio no more than guesses. */
function CountryField({
  country,
  onCountryChange,
}: {
  country: string;
  onCountryChange: (country: string) => void;
}) {
  const t = useTranslations('PropertyForm');
  return (
    <FieldRow>
      <SelectField
        name={field('country')}
        label={t('country')}
        options={countryOptions(useLocale(), country)}
        defaultValue={country}
        onValueChange={onCountryChange}
      />
    </FieldRow>
  );
}

/** Where the homes are: a house with so many flats, or what is let by itself. */
function PlaceFields({
  country,
  flats,
  grown,
  onFlatsChange,
  onKindChange,
}: {
  country: string;
  flats: number | null;
  grown: number;
  onFlatsChange: (count: number | null) => void;
  onKindChange: (kind: (typeof singleKinds)[number]) => void;
}) {
  const t = useTranslations('Homes');
  const words = useTranslations('PropertyForm');
  const labels = useTranslations('Labels');
  return (
    <div className="grid gap-4">
      <FieldRow>
        {flats === null ? (
          <SelectField
            name={field('kind')}
            label={words('kind')}
            options={singleKinds.map((kind) => ({ value: kind, label: labels(`propertyKind.${kind}`) }))}
            defaultValue="apartment"
            onValueChange={(value) => onKindChange(singleKinds.find((one) => one === value) ?? 'apartment')}
          />
        ) : (
          <NumberField
            key={grown}
            name={null}
            label={t('flats')}
            defaultScaled={flats}
            onScaledChange={onFlatsChange}
          />
        )}
      </FieldRow>
      <AddressFields values={null} />
      <StateField
        name={field('state')}
        country={country}
        hint={country === 'DE' ? words('stateHint') : undefined}
      />
    </div>
  );
}
