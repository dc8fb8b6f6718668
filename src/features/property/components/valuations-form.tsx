import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { rowText, useListComparison } from '@/components/form/use-list-comparison';
import { plusIcon, xIcon } from '@/components/icons';
import { showSuccess } from '@/components/toast';
import { formatAmount, formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { setValuationsInput } from '../schema';
import type { PropertyDetails } from './use-property';

const field = fieldsOf<typeof setValuationsInput>();

type Line = { key: number; valuedOn: string | null; valueCents: number | null; source: string | null };

export function ValuationsForm({ property, onClose }: { property: PropertyDetails; onClose: () => void }) {
  const t = useTranslations('ValuationsForm');
  const setValuations = trpc.property.setValuations.useMutation();
  const [{ today }] = trpc.portfolio.get.useSuspenseQuery();
  const empty = (key: number): Line => ({ key, valuedOn: today, valueCents: null, source: null });
  const [lines, setLines] = useState<Line[]>(() =>
    property.valuations.length === 0 ? [empty(0)] : property.valuations.map((row, key) => ({ ...row, key })),
  );
  const nextKey = Math.max(-1, ...lines.map((line) => line.key)) + 1;
  const form = useDomainForm({
    schema: setValuationsInput,
    fixed: { propertyId: property.id, version: property.version },
    recordId: property.id,
    prepare: (values) => ({ ...values, valuations: values.valuations ?? [] }),
    submit: (input) => setValuations.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Lines
        property={property}
        lines={lines}
        onLines={setLines}
        onTake={() => setLines(property.valuations.map((row, index) => ({ ...row, key: nextKey + index })))}
      />
      <Button
        look="tertiary"
        size="sm"
        icon={plusIcon}
        className="self-start"
        onClick={() => setLines([empty(nextKey), ...lines])}
      >
        {t('add')}
      </Button>
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function Lines({
  property,
  lines,
  onLines,
  onTake,
}: {
  property: PropertyDetails;
  lines: readonly Line[];
  onLines: (lines: Line[]) => void;
  onTake: () => void;
}) {
  const t = useTranslations('ValuationsForm');
  const formats = useFormats();
  const box = useRef<HTMLUListElement>(null);
  const list = useListComparison(field('valuations'), {
    label: t('title'),
    rows: () => [...(box.current?.children ?? [])],
    saved: property.valuations.map((row) =>
      rowText([formatDate(row.valuedOn, formats), formatAmount(row.valueCents, formats), row.source ?? '']),
    ),
    take: onTake,
  });
  return (
    <ul ref={box} className="flex flex-col gap-4">
      {lines.map((line, index) => (
        <li
          key={line.key}
          className="grid grid-cols-[9.75rem_minmax(0,1fr)_2.25rem] items-start gap-3 sm:grid-cols-[9.5rem_10rem_minmax(0,1fr)_2.25rem]"
        >
          <DateField
            name={field(`valuations.${index}.valuedOn`)}
            label={t('on')}
            defaultDay={line.valuedOn}
          />
          <MoneyField
            name={field(`valuations.${index}.valueCents`)}
            label={t('value')}
            defaultCents={line.valueCents}
          />
          <TextField
            name={field(`valuations.${index}.source`)}
            label={t('source')}
            optional
            defaultValue={line.source}
            placeholder={t('sourceExample')}
            autoComplete="off"
            className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto"
          />
          <Button
            look="ghost"
            size="sm"
            iconOnly
            icon={xIcon}
            aria-label={t('remove', { line: String(index + 1) })}
            className="col-start-3 row-start-1 mt-8 text-muted sm:col-start-auto sm:row-start-auto"
            onClick={() => {
              list.changed();
              onLines(lines.filter((other) => other.key !== line.key));
            }}
          />
        </li>
      ))}
    </ul>
  );
}
