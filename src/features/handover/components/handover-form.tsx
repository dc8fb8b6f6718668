import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { ListField } from '@/components/form/list-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { DiscardQuestion } from '@/components/form/unsaved';
import { type InputSchema, useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import type { HandoverKind, UnitKind } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { useUploadFiles } from '../../document/components/use-upload-files';
import {
  type CreateHandoverInput,
  createHandoverInput,
  type UpdateHandoverInput,
  updateHandoverInput,
} from '../schema';
import type { HandoverDraft, HandoverRecord } from './handover-words';
import { type KeyLine, KeyLines } from './key-lines';
import { type MeterLine, MeterLines, wordsOfMeters } from './meter-lines';
import { WaitingPhotos } from './photos';
import { type RoomLine, RoomLines } from './room-lines';

const field = fieldsOf<typeof createHandoverInput>();

/** The rooms a first record begins with. Kitchen and bathroom of a shared flat are not handed over with each of its rooms. */
const usualRooms: Partial<
  Record<UnitKind, readonly ('hall' | 'kitchen' | 'bathroom' | 'living' | 'bedroom' | 'room')[]>
> = { apartment: ['hall', 'kitchen', 'bathroom', 'living', 'bedroom'], room: ['room'] };

/** What the form shows first, of a draft or of a record. */
type Shown = {
  heldOn: string;
  heldAt: string | null;
  persons: readonly string[];
  confirmedBy: readonly string[];
  remarks: string | null;
  meters: readonly MeterLine[];
  keys: readonly KeyLine[];
  rooms: readonly RoomLine[];
  moveIn: HandoverRecord['moveIn'];
};

/** Goes on at once, or after asking where something was entered. */
type Guard = (go: () => void) => void;

function Fields<Input, Result>({
  schema,
  fixed,
  kind,
  shown,
  submit,
  onDone,
  above,
  photos,
  onCancel,
}: {
  schema: InputSchema<Input>;
  fixed: Record<string, unknown>;
  kind: HandoverKind;
  shown: Shown;
  submit: (input: Input) => Promise<Result>;
  onDone: (result: Result) => void;
  above?: (guard: Guard) => ReactNode;
  photos?: ReactNode;
  onCancel: () => void;
}) {
  const t = useTranslations('Handover');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const form = useDomainForm({
    schema,
    fixed,
    state: `${fixed.version} ${wordsOfMeters(shown.meters)}`,
    submit,
    onSuccess: onDone,
  });
  const namesOf = (name: 'persons' | 'confirmedBy', hint?: string) => (
    <ListField
      name={field(name)}
      label={t(name)}
      hint={hint}
      optional
      defaultValues={shown[name]}
      addLabel={t('addPerson')}
      removeLabel={(number) => t('removePerson', { number: String(number) })}
      autoComplete="off"
      autoCapitalize="words"
      max={20}
    />
  );
  return (
    <DomainForm form={form} className="gap-6">
      <EditConflict form={form} />
      {above?.((go) => (form.isDirty() ? setLeave(() => go) : go()))}
      <div className="grid grid-cols-2 gap-4">
        <DateField name={field('heldOn')} label={t('heldOn')} defaultDay={shown.heldOn} />
        <TextField
          name={field('heldAt')}
          type="time"
          label={t('heldAt')}
          optional
          defaultValue={shown.heldAt}
        />
      </div>
      {namesOf('persons')}
      <Part title={t('meters')}>
        <MeterLines saved={shown.meters} />
      </Part>
      <Part title={t('keys')}>
        <KeyLines saved={shown.keys} given={shown.moveIn?.keys ?? null} />
      </Part>
      <Part title={t('rooms')}>
        <RoomLines saved={shown.rooms} before={shown.moveIn?.rooms ?? null} isMoveOut={kind === 'move_out'} />
      </Part>
      {photos && <Part title={t('photos')}>{photos}</Part>}
      <TextareaField
        name={field('remarks')}
        label={t('remarks')}
        hint={t('remarksHint')}
        optional
        defaultValue={shown.remarks}
      />
      {namesOf('confirmedBy', t('confirmedByHint'))}
      <DiscardQuestion
        open={leave !== null}
        onAnswer={(mayDiscard) => {
          setLeave(null);
          if (mayDiscard) leave?.();
        }}
      />
      <FormActions onClose={onCancel} />
    </DomainForm>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 border-t border-separator pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** A new record, from what is known of flat and tenant. */
export function NewHandoverForm({
  leaseId,
  unitId,
  kind,
  draft,
  above,
  onDone,
  onCancel,
}: {
  leaseId: string;
  unitId: string;
  kind: HandoverKind;
  draft: HandoverDraft;
  above: (guard: Guard) => ReactNode;
  onDone: (id: string) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('Handover');
  const formats = useFormats();
  const [id] = useState(newId);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { uploadNew } = useUploadFiles({ kind: 'handover', id }, [{ kind: 'lease', id: leaseId }]);
  const create = trpc.handover.create.useMutation({ retry: retryTransient });
  // What comes in while one types is for the next time; how a meter is described must not be taken back.
  const [first] = useState((): Omit<Shown, 'meters'> => {
    const names = [...draft.tenants, ...draft.landlords];
    const rooms = (usualRooms[draft.unit.kind] ?? []).map((room) => ({
      name: t(`standardRooms.${room}`),
      condition: 'good' as const,
      note: null,
      defects: [],
    }));
    const usualKeys =
      draft.unit.kind === 'room' ? (['flat_door', 'room'] as const) : (['flat_door'] as const);
    const keys: KeyLine[] =
      draft.keys.length > 0 ? draft.keys : usualKeys.map((its) => ({ kind: its, label: null, count: null }));
    const known = draft.rooms.length > 0 ? draft.rooms : rooms;
    return {
      heldOn: draft.heldOn,
      heldAt: null,
      persons: names,
      confirmedBy: names,
      remarks: null,
      // Whoever moves out leaves what the record says: nothing is "good" before somebody has looked, or back before
      // somebody has counted.
      keys: keys.map((key) => (kind === 'move_out' ? { ...key, count: null } : key)),
      rooms: kind === 'move_out' ? known.map((room) => ({ ...room, condition: null })) : known,
      moveIn: draft.moveIn,
    };
  });
  return (
    <Fields<CreateHandoverInput, { id: string }>
      schema={createHandoverInput}
      fixed={{ id, leaseId, unitId, kind }}
      kind={kind}
      shown={{
        ...first,
        meters: draft.meters.map((meter) => ({ ...meter, isNew: false, readingThousandths: null })),
      }}
      submit={(input) => create.mutateAsync(input)}
      onDone={(created) => {
        if (files.length > 0) uploadNew([...files]);
        showSuccess(t('created'));
        onDone(created.id);
      }}
      above={(guard) => (
        <>
          {above(guard)}
          {draft.from && (
            <p className="text-sm text-muted">
              {t('takenFrom', { day: formatDate(draft.from.heldOn, formats) })}
            </p>
          )}
        </>
      )}
      photos={<WaitingPhotos files={files} onChange={setFiles} />}
      onCancel={onCancel}
    />
  );
}

export function EditHandoverForm({
  record,
  onDone,
  onCancel,
}: {
  record: HandoverRecord;
  onDone: () => void;
  onCancel: () => void;
}) {
  const t = useTranslations('Handover');
  const update = trpc.handover.update.useMutation();
  return (
    <Fields<UpdateHandoverInput, { id: string }>
      schema={updateHandoverInput}
      fixed={{ id: record.id, version: record.version }}
      kind={record.kind}
      shown={{ ...record, meters: record.meters.map((meter) => ({ ...meter, isNew: false })) }}
      submit={(input) => update.mutateAsync(input)}
      onDone={() => {
        showSuccess(t('saved'));
        onDone();
      }}
      onCancel={onCancel}
    />
  );
}
