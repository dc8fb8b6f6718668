import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { type FieldName, fieldsOf, within } from '@/components/form/field-name';
import { Fold } from '@/components/form/fold';
import { useFormConnection } from '@/components/form/form-context';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { rowText } from '@/components/form/use-list-comparison';
import { plusIcon, xIcon } from '@/components/icons';
import { type MeterKind, type MeterMeasure, meterKinds, meterMeasures } from '@/domain/vocabulary';
import { formatDecimal } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { useMeterName } from '../../meter/components/meter-words';
import { ReadingHint } from '../../meter/components/reading-hint';
import { type Reading, usualMeasure } from '../../meter/rules';
import type { createHandoverInput } from '../schema';
import { type Line, useLines } from './use-lines';

const field = fieldsOf<typeof createHandoverInput>();

type Described = {
  kind: MeterKind;
  number: string | null;
  location: string | null;
  measure: MeterMeasure;
};

export type MeterLine = Described & {
  meterId: string;
  isNew: boolean;
  readingThousandths: number | null;
  previous: Reading | null;
  next: Reading | null;
};

const describedAs = ({ kind, number, location, measure }: Described): Described => ({
  kind,
  number,
  location,
  measure,
});

/** Differs when a meter is described in other words: that has no part in the version of a record. */
export const wordsOfMeters = (meters: readonly MeterLine[]): string =>
  JSON.stringify(meters.map((meter) => [meter.meterId, describedAs(meter)]));

/** The meters with what they show; of a known one only the reading is to be typed. */
export function MeterLines({ saved }: { saved: readonly MeterLine[] }) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  // How a known meter is described compares field by field; the list as a whole compares what was read.
  const [first] = useState(() => new Map(saved.map((line) => [line.meterId, describedAs(line)])));
  const { box, lines, add, remove } = useLines(field('meters'), {
    label: t('meters'),
    saved,
    textOf: (line) => {
      const described = first.get(line.meterId) ?? line;
      return rowText([
        line.readingThousandths === null ? '' : formatDecimal(line.readingThousandths, 3, formats),
        labels(`meterKind.${described.kind}`),
        described.number ?? '',
        described.location ?? '',
        labels(`meterMeasure.${described.measure}`),
      ]);
    },
  });
  return (
    <>
      {lines.length === 0 && <p className="text-sm text-muted">{t('noMeters')}</p>}
      <ul ref={box} className="flex flex-col gap-3 empty:hidden">
        {lines.map((line, index) => (
          <MeterItem
            key={line.key}
            line={line}
            known={saved.find((one) => !one.isNew && one.meterId === line.value.meterId)}
            index={index}
            onRemove={() => remove(line.key)}
          />
        ))}
      </ul>
      <Button
        look="tertiary"
        size="sm"
        icon={plusIcon}
        className="self-start"
        onClick={() =>
          add({
            meterId: newId(),
            isNew: true,
            kind: 'electricity',
            number: null,
            location: null,
            measure: 'kwh',
            readingThousandths: null,
            previous: null,
            next: null,
          })
        }
      >
        {t('addMeter')}
      </Button>
    </>
  );
}

function MeterItem({
  line: { value: meter },
  known,
  index,
  onRemove,
}: {
  line: Line<MeterLine>;
  /** The meter as the page knows it now. */
  known: MeterLine | undefined;
  index: number;
  onRemove: () => void;
}) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const nameOf = useMeterName();
  const [kind, setKind] = useState(meter.kind);
  const [measure, setMeasure] = useState(meter.measure);
  const [isOwnMeasure, setOwnMeasure] = useState(!meter.isNew);
  const [reading, setReading] = useState(meter.readingThousandths);
  const saved = known ?? meter;
  const name = meter.isNew ? t('newMeter') : nameOf(saved);
  const path = within(field(`meters.${index}`));
  const described = [path('kind'), path('number'), path('location'), path('measure')];
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-border p-4">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium">{name}</p>
        <Button
          look="ghost"
          size="sm"
          iconOnly
          icon={xIcon}
          aria-label={t('removeMeter', { name })}
          className="-me-2 -mt-1.5 text-muted"
          onClick={onRemove}
        />
      </div>
      <GivenValue name={path('meterId')} value={meter.meterId} />
      <GivenValue name={path('isNew')} value={meter.isNew} />
      <GivenValue name={path('before')} value={known ? describedAs(known) : null} />
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          name={path('readingThousandths')}
          label={t('reading')}
          decimals={3}
          defaultScaled={meter.readingThousandths}
          onScaledChange={setReading}
          unit={labels(`meterMeasure.${measure}`)}
        />
        <ReadingHint
          previous={meter.previous}
          next={meter.next}
          reading={reading}
          measure={measure}
          className="sm:pt-9"
        />
      </div>
      <Fold title={t('meterDetails')} fields={described} defaultOpen={meter.isNew}>
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            name={path('kind')}
            label={t('meterKind')}
            options={meterKinds.map((value) => ({ value, label: labels(`meterKind.${value}`) }))}
            defaultValue={saved.kind}
            onValueChange={(value) => {
              const chosen = meterKinds.find((one) => one === value) ?? kind;
              setKind(chosen);
              if (!isOwnMeasure) setMeasure(usualMeasure[chosen]);
            }}
          />
          <TextField
            name={path('number')}
            label={t('meterNumber')}
            defaultValue={saved.number}
            optional
            autoCapitalize="characters"
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            name={path('location')}
            label={t('meterLocation')}
            defaultValue={saved.location}
            optional
          />
          <SelectField
            // A select without a value of its own takes the usual one only anew.
            key={isOwnMeasure ? 'own' : measure}
            name={path('measure')}
            label={t('meterMeasure')}
            options={meterMeasures.map((value) => ({ value, label: labels(`meterMeasure.${value}`) }))}
            defaultValue={known?.measure ?? measure}
            onValueChange={(value) => {
              setMeasure(meterMeasures.find((one) => one === value) ?? measure);
              setOwnMeasure(true);
            }}
          />
        </div>
      </Fold>
    </li>
  );
}

/** A value of the row that has no field. */
function GivenValue({ name, value }: { name: FieldName; value: string | boolean | Described | null }) {
  const form = useFormConnection();
  useEffect(() => form?.register(name, { element: () => null, read: () => ({ ok: true, value }) }));
  return null;
}
