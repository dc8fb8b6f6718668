import { useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import type { Jurisdiction } from '@/domain/vocabulary';
import { usualParts } from '@/features/rent/usual-rules';
import { countryOfJurisdiction } from '@/i18n/country-rules';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/link';
import { type CalendarDate, monthOf } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import {
  type Column,
  columnsOf,
  emptyCells,
  furtherColumns,
  isFurther,
  MOST_PEOPLE,
  type Row,
  type Situation,
  situations,
} from '../column-rules';
import { bookableMonths, firstEntry, placeOfPasted, withTable } from '../grid-rules';
import {
  balanceCells,
  type HeadedTable,
  isHeadRow,
  type OpenBalance,
  openBalances,
  readHeaded,
  withHeaded,
} from '../head-rules';
import { usualVatBp } from '../kind-rules';
import { placesOf } from '../place-rules';
import { enterHomesInput, MOST_HOMES } from '../schema';
import { BookedFrom } from './booked-from';
import { FurtherColumns } from './further-columns';
import { HomesGrid, type Table } from './homes-grid';
import { CountryField, PlaceFields, type SingleKind } from './place-fields';
import { type BalanceAnswer, BalanceQuestion, TableUnderstood } from './table-understood';
import { useTidyRow } from './use-tidy-row';

const placesField = fieldsOf<typeof enterHomesInput>()('places');

/** Rows pasted where one flat is asked for. */
type Waiting = Table & { column: Column };

const emptyRow = (unit: string): Row => ({
  ids: {
    place: newId(),
    unit: newId(),
    ...{ lease: newId(), deposit: newId(), received: newId() },
    tenants: Array.from({ length: MOST_PEOPLE }, () => newId()),
  },
  cells: { ...emptyCells, unit },
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
  const [kind, setKind] = useState<SingleKind>('apartment');
  /** So often were there more rows than flats: the field that asks how many says it anew. */
  const [grown, setGrown] = useState(0);
  const usualName = (of: Situation, index: number) =>
    of === 'several' ? '' : t(of === 'rooms' ? 'room' : 'flat', { number: index + 1 });
  const flat = (index: number) => usualName('house', index);
  const [rows, setRows] = useState<Row[]>(() => [0, 1, 2].map((index) => emptyRow(flat(index))));
  const [table, setTable] = useState<Waiting | null>(null);
  const [further, setFurther] = useState<readonly Column[]>([]);
  /** What was understood of a table with heads. */
  const [headed, setHeaded] = useState<HeadedTable | null>(null);
  /** Balances of which nobody has said which way round they are; they stay, whatever becomes of the rest. */
  const [open, setOpen] = useState<readonly OpenBalance[]>([]);
  const [asksNow] = open;
  const question = useRef<HTMLDivElement>(null);
  // An entry is in, and its rest is what stands here.
  const [isFollowing, setFollowing] = useState(false);
  const { readers, tidyRow } = useTidyRow();
  const [country, setCountry] = useState(() => countryOfJurisdiction({ jurisdiction, timeZone }));
  const { hasIbans = true } = useFormats();
  const hasCosts = usualParts(jurisdiction).includes('operating_costs');
  const allFurther = furtherColumns.filter((column) => column !== 'iban' || hasIbans);
  const askedFor = (of: Situation, and = further) => columnsOf(of, hasCosts, and);
  const isCounted = situation === 'house' || situation === 'rooms';
  const wanted = { one: 1, house: flats, rooms: flats, several: rows.length }[situation];
  const count = situation === 'several' ? firstEntry(rows, MOST_HOMES) : Math.min(wanted, MOST_HOMES);
  const beyond = wanted - count;
  const months = bookableMonths(rows.slice(0, count), readers.day, today);
  const [chosenMonth, setChosenMonth] = useState(monthOf(today));
  const firstMonth = months?.includes(chosenMonth) ? chosenMonth : monthOf(today);

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
      setHeaded(null);
      setFollowing(waiting.length > 0);
      onWaiting(waiting.length > 0);
    },
  });

  /** Nothing is ever cut off: what does not fit one entry waits for the next. */
  function keep(all: Row[], of: Situation) {
    setRows(all);
    onWaiting(isFollowing || (of === 'several' && all.length > MOST_HOMES));
  }

  /** Flats and rooms that are named by themselves are so in one place alone. */
  const namedFor = (next: Situation) =>
    rows.map((row, index) => {
      const isOwnName = situations.every((one) => row.cells.unit !== usualName(one, index));
      const unit = isOwnName ? row.cells.unit : usualName(next, index);
      return { ...row, cells: { ...row.cells, unit } };
    });

  const newRowOf = (of: Situation, index: number) => emptyRow(usualName(of, index));

  /** What was typed stays. */
  function choose(next: Situation) {
    setSituation(next);
    setTable(null);
    setHeaded(null);
    keep(namedFor(next), next);
  }

  /** A table pasted for one flat comes in where it fits. */
  function take(next: Situation, { column, ...pasted }: Waiting) {
    choose(next);
    if (next !== 'several') setFlats(pasted.rows.length);
    const at = { row: 0, column: placeOfPasted(pasted.rows, column, askedFor(next)) };
    fill(next, namedFor(next), pasted, at);
  }

  function onPasted(pasted: Table, at: { row: number; column: Column }) {
    if (situation === 'one' && pasted.rows.length > 1) return setTable({ ...pasted, column: at.column });
    if (isCounted && at.row + pasted.rows.length > flats) {
      setFlats(at.row + pasted.rows.length);
      setGrown(grown + 1);
    }
    fill(situation, rows, pasted, at);
  }

  /** By its heads where it has some of them, else cell by cell from where it was pasted on. */
  function fill(of: Situation, before: readonly Row[], pasted: Table, at: { row: number; column: Column }) {
    let index = before.length - 1;
    const newRow = () => {
      index += 1;
      return newRowOf(of, index);
    };
    const usual = askedFor(of, allFurther);
    const found =
      pasted.head && isHeadRow(pasted.head)
        ? readHeaded(pasted.head, pasted.rows, (one) => usual.includes(one), country)
        : null;
    setHeaded(found);
    setOpen(openBalances(open, at.row, found));
    if (!found) return keep(withTable(before, askedFor(of), at, pasted.rows, newRow).map(tidyRow), of);
    show(found.taken.flatMap(({ column }) => (column !== 'kind' && isFurther(column) ? [column] : [])));
    keep(withHeaded(before, at.row, found, newRow).map(tidyRow), of);
  }

  const show = (more: readonly Column[]) =>
    setFurther(furtherColumns.filter((column) => further.includes(column) || more.includes(column)));

  /** Which way round a balance is, as somebody has said. */
  function setBalance(balance: OpenBalance, answer: BalanceAnswer) {
    setOpen(open.filter((one) => one !== balance));
    form.connection.changed(placesField);
    if (answer === 'left') return;
    show(['arrears', 'credit']);
    const cells = balanceCells(balance, answer).map((said) => ({ cells: said, kind: null }));
    keep(
      withHeaded(rows, balance.at, { rows: cells }, () => newRowOf(situation, rows.length)).map(tidyRow),
      situation,
    );
  }

  function setCount(typed: number | null) {
    const next = Math.max(typed ?? 1, 1);
    setFlats(next);
    const missing = Array.from(
      { length: Math.max(Math.min(next, MOST_HOMES) - rows.length, 0) },
      (_, index) => newRowOf(situation, rows.length + index),
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
          flats={isCounted ? flats : null}
          flatsLabel={t(situation === 'rooms' ? 'howManyRooms' : 'flats')}
          grown={grown}
          onFlatsChange={setCount}
          onKindChange={setKind}
        />
      )}
      <HomesGrid
        rows={rows.slice(0, count).map((row) => ({
          ...row,
          ...(situation === 'one' && { kind }),
          usual: situation === 'rooms' ? 'room' : undefined,
        }))}
        known={{ vatBp: (its) => usualVatBp(jurisdiction, its), today, country, firstMonth }}
        openQuestion={asksNow ? question : null}
        asked={askedFor(situation)}
        canGrow={situation === 'several' && rows.length < MOST_HOMES}
        newRow={() => newRowOf(situation, rows.length)}
        onRowsChange={(shown) => {
          if (isCounted && shown.length > flats) {
            setFlats(shown.length);
            setGrown(grown + 1);
          }
          const own = situation === 'one' ? shown.map((row) => ({ ...row, kind: null })) : shown;
          keep([...own, ...rows.slice(count)], situation);
        }}
        onTablePasted={onPasted}
      />
      {headed && <TableUnderstood table={headed} />}
      {asksNow && (
        <BalanceQuestion
          key={`${asksNow.at} ${asksNow.head}`}
          ref={question}
          head={asksNow.head}
          onAnswer={(answer) => setBalance(asksNow, answer)}
        />
      )}
      {table && <PastedTable rows={table.rows.length} onTake={(next) => take(next, table)} />}
      <FurtherColumns
        all={columnsOf('several', hasCosts, allFurther)}
        hasFurther={further.length > 0}
        firstMonth={firstMonth}
        onShow={() => setFurther(allFurther)}
      />
      {months && <BookedFrom months={months} first={firstMonth} onFirstChange={setChosenMonth} />}
      {beyond > 0 && (
        <Notice tone="warning" live>
          {t(isCounted ? 'beyondHouse' : 'beyond', { count: beyond, most: count })}
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
        {(['house', 'rooms', 'several'] as const).map((next) => (
          <Button key={next} size="sm" onClick={() => onTake(next)}>
            {t(`situations.${next}`)}
          </Button>
        ))}
      </div>
    </Notice>
  );
}
