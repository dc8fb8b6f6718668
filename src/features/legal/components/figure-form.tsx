import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { type LegalFigureKind, legalFigureKinds } from '@/domain/vocabulary';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { createFigureInput, updateFigureInput } from '../schema';
import { isOfPlace, isPercent } from './figure-words';
import { PlaceFields } from './place-fields';

const field = fieldsOf<typeof createFigureInput>();

type Figure = Outputs['legal']['list']['own'][number];
/** What a new figure begins with. */
export type Proposal = { kind: LegalFigureKind; validFrom: string | null };
type Props = { kinds: readonly LegalFigureKind[]; onClose: () => void };

/** What an ordinance says is chosen. Indices and months are typed with one decimal and kept in thousandths, rates in hundredths of a per cent. */
const stored = (kind: LegalFigureKind, typed: unknown): unknown =>
  typeof typed === 'string'
    ? Number(typed)
    : !isPercent(kind) && typeof typed === 'number'
      ? typed * 100
      : typed;
const typedOf = ({ kind, value }: Figure): number => (isPercent(kind) ? value : Math.round(value / 100));

export default function FigureForm({
  figure,
  proposal,
  ...props
}: Props & { figure: Figure | null; proposal: Proposal }) {
  return figure ? <EditForm figure={figure} {...props} /> : <NewForm proposal={proposal} {...props} />;
}

function NewForm({ kinds, proposal, onClose }: Props & { proposal: Proposal }) {
  const t = useTranslations('LegalFigures');
  const [id] = useState(newId);
  const [kind, setKind] = useState(proposal.kind);
  const create = trpc.legal.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createFigureInput,
    fixed: { id },
    prepare: (values) => ({ ...values, kind, value: stored(kind, values.value) }),
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <Fields
        kinds={kinds}
        kind={kind}
        savedKind={proposal.kind}
        onKind={setKind}
        validFrom={proposal.validFrom}
      />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function EditForm({ figure: opened, kinds, onClose }: Props & { figure: Figure }) {
  const t = useTranslations('LegalFigures');
  const [list] = trpc.legal.list.useSuspenseQuery();
  // The list may have been read again since the dialog opened.
  const figure = list.own.find((row) => row.id === opened.id) ?? opened;
  const [kind, setKind] = useState(figure.kind);
  const update = trpc.legal.update.useMutation();
  const form = useDomainForm({
    schema: updateFigureInput,
    fixed: { id: figure.id, version: figure.version },
    prepare: (values) => ({ ...values, kind, value: stored(kind, values.value) }),
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Fields
        kinds={kinds}
        kind={kind}
        savedKind={figure.kind}
        onKind={setKind}
        validFrom={figure.validFrom}
        typed={typedOf(figure)}
        place={figure.place}
        validUntil={figure.validUntil}
        source={figure.source}
      />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function Fields({
  kinds,
  kind,
  savedKind,
  onKind,
  validFrom,
  typed,
  place,
  validUntil,
  source,
}: {
  kinds: readonly LegalFigureKind[];
  kind: LegalFigureKind;
  savedKind: LegalFigureKind;
  onKind: (kind: LegalFigureKind) => void;
  validFrom: string | null;
  typed?: number;
  place?: string;
  validUntil?: string | null;
  source?: string;
}) {
  const t = useTranslations('LegalFigures');
  return (
    <>
      <SelectField
        name={field('kind')}
        label={t('kind')}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        defaultValue={savedKind}
        onValueChange={(value) => {
          const chosen = legalFigureKinds.find((known) => known === value);
          if (chosen) onKind(chosen);
        }}
      />
      {isOfPlace(kind) && (
        <PlaceFields key={kind} kind={kind} place={place} value={kind === savedKind ? typed : undefined} />
      )}
      <FieldRow>
        <DateField
          name={field('validFrom')}
          label={t('validFrom')}
          hint={t(`validFromHints.${kind}`)}
          defaultDay={validFrom ?? undefined}
        />
        {isOfPlace(kind) ? (
          <DateField
            name={field('validUntil')}
            label={t('validUntil')}
            hint={t('validUntilHint')}
            optional
            defaultDay={validUntil ?? undefined}
          />
        ) : (
          <NumberField
            key={isPercent(kind) ? 'percent' : 'plain'}
            name={field('value')}
            label={t(`values.${kind}`)}
            decimals={isPercent(kind) ? 2 : 1}
            unit={isPercent(kind) ? '%' : undefined}
            defaultScaled={typed}
          />
        )}
      </FieldRow>
      <TextField
        name={field('source')}
        label={t('source')}
        hint={t('sourceHint')}
        autoComplete="off"
        defaultValue={source}
      />
    </>
  );
}
