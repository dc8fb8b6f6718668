'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AddressFields } from '@/components/form/address-fields';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import type { Jurisdiction } from '@/domain/vocabulary';
import { countryOfJurisdiction } from '@/features/property/rules';
import type { createPropertyInput } from '@/features/property/schema';
import { usualParts } from '@/features/rent/usual-rules';
import { Link } from '@/i18n/link';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { columnsOf, type Row, type Situation, situations } from '../grid-rules';
import { placesOf } from '../place-rules';
import { enterHomesInput, MOST_HOMES } from '../schema';
import { HomesGrid } from './homes-grid';

/** What is let by itself, without a house around it. */
const singleKinds = ['apartment', 'house', 'commercial', 'parking'] as const;

const field = fieldsOf<typeof createPropertyInput>();

const emptyRow = (unit: string): Row => ({
  ids: { place: newId(), unit: newId(), tenant: newId(), lease: newId() },
  cells: { place: '', unit, tenant: '', startsOn: '', net: '', costs: '' },
});

/** Everything that is let, on one screen: first what it is, then a row for each unit with its tenant. */
export function HomesForm({ jurisdiction }: { jurisdiction: Jurisdiction }) {
  const t = useTranslations('Homes');
  const words = useTranslations('PropertyForm');
  const labels = useTranslations('Labels');
  const language = useLocale();
  const [situation, setSituation] = useState<Situation>('one');
  const [flats, setFlats] = useState(3);
  const flat = (index: number) => t('flat', { number: index + 1 });
  const [rows, setRows] = useState<Row[]>(() => [0, 1, 2].map((index) => emptyRow(flat(index))));
  const country = countryOfJurisdiction(jurisdiction);
  const asked = columnsOf(situation, usualParts(jurisdiction).includes('operating_costs'));
  const count = { one: 1, house: flats, several: rows.length }[situation];

  const enter = trpc.setup.enterHomes.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: enterHomesInput,
    fixed: { language },
    prepare: ({ places, language: writtenIn, ...address }) => ({
      language: writtenIn,
      places: placesOf(situation, places, { ...address, country }, flat),
    }),
    submit: (input) => enter.mutateAsync(input),
    onSuccess: () => showSuccess(t('entered')),
  });

  /** What was typed stays; flats that are named by themselves are so in a house alone. */
  function choose(next: Situation) {
    setSituation(next);
    setRows(
      rows.map((row, index) => {
        const isOwnName = row.cells.unit !== '' && row.cells.unit !== flat(index);
        const unit = isOwnName ? row.cells.unit : next === 'several' ? '' : flat(index);
        return { ...row, cells: { ...row.cells, unit } };
      }),
    );
  }

  function setCount(typed: number | null) {
    const next = Math.min(Math.max(typed ?? 1, 1), MOST_HOMES);
    setFlats(next);
    const missing = Array.from({ length: Math.max(next - rows.length, 0) }, (_, index) =>
      emptyRow(flat(rows.length + index)),
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
      {situation !== 'several' && (
        <div className="grid gap-4">
          {situation === 'house' ? (
            <FieldRow>
              <NumberField name={null} label={t('flats')} defaultScaled={flats} onScaledChange={setCount} />
            </FieldRow>
          ) : (
            <FieldRow>
              <SelectField
                name={field('kind')}
                label={words('kind')}
                options={singleKinds.map((kind) => ({ value: kind, label: labels(`propertyKind.${kind}`) }))}
                defaultValue="apartment"
              />
            </FieldRow>
          )}
          <AddressFields values={null} />
        </div>
      )}
      <HomesGrid
        rows={rows.slice(0, count)}
        asked={asked}
        canGrow={situation === 'several' && rows.length < MOST_HOMES}
        newRow={() => emptyRow(situation === 'several' ? '' : flat(rows.length))}
        onRowsChange={(shown) => {
          if (situation === 'house' && shown.length > flats) setFlats(Math.min(shown.length, MOST_HOMES));
          setRows([...shown, ...rows.slice(shown.length)].slice(0, MOST_HOMES));
        }}
      />
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
