import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { type FieldName, fieldsOf, within } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { rowText } from '@/components/form/use-list-comparison';
import { plusIcon, xIcon } from '@/components/icons';
import { type MendingParty, mendingParties, type RoomCondition, roomConditions } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { findRoom } from '../rules';
import type { CreateHandoverInput, createHandoverInput } from '../schema';
import { useLines } from './use-lines';

const field = fieldsOf<typeof createHandoverInput>();
type Defect = NonNullable<NonNullable<CreateHandoverInput['rooms']>[number]['defects']>[number];

export type DefectLine = {
  description: string;
  mendedBy: MendingParty;
  mendUntil: string | null;
  isKnown: boolean;
};
export type RoomLine = {
  name: string;
  /** Null until somebody has looked. */
  condition: RoomCondition | null;
  note: string | null;
  defects: readonly DefectLine[];
};

/** Room by room how it looks and what is broken; on moving out beside how it was. */
export function RoomLines({
  saved,
  before,
  isMoveOut,
}: {
  saved: readonly RoomLine[];
  /** The rooms on moving in; null where no record of that is known, or this is it. */
  before: readonly RoomLine[] | null;
  isMoveOut: boolean;
}) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const defectWords = ({ description, mendedBy, mendUntil, isKnown }: DefectLine) => [
    description,
    labels(`mendedBy.${mendedBy}`),
    mendUntil === null ? '' : formatDate(mendUntil, formats),
    before && isKnown ? t('isKnown') : '',
  ];
  const { box, lines, add, remove } = useLines<RoomLine>(field('rooms'), {
    label: t('rooms'),
    saved,
    textOf: ({ name, condition, note, defects }) =>
      rowText([
        name,
        condition === null ? '' : labels(`roomCondition.${condition}`),
        note ?? '',
        ...defects.flatMap(defectWords),
      ]),
  });
  return (
    <>
      <ul ref={box} className="flex flex-col gap-3 empty:hidden">
        {lines.map((line, index) => (
          <RoomItem
            key={line.key}
            room={line.value}
            index={index}
            before={before}
            onRemove={() => remove(line.key)}
          />
        ))}
      </ul>
      <Button
        look="tertiary"
        size="sm"
        icon={plusIcon}
        className="self-start"
        onClick={() => add({ name: '', condition: isMoveOut ? null : 'good', note: null, defects: [] })}
      >
        {t('addRoom')}
      </Button>
    </>
  );
}

function RoomItem({
  room,
  index,
  before,
  onRemove,
}: {
  room: RoomLine;
  index: number;
  before: readonly RoomLine[] | null;
  onRemove: () => void;
}) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const [name, setName] = useState(room.name);
  const then = before && findRoom(before, name);
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-border p-4">
      {/* On a phone the question how it is now needs more than half. */}
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_2.25rem] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2.25rem]">
        <TextField
          name={field(`rooms.${index}.name`)}
          label={t('room')}
          defaultValue={room.name}
          onValueChange={setName}
          className="max-sm:col-span-2"
        />
        <Button
          look="ghost"
          size="sm"
          iconOnly
          icon={xIcon}
          className="mt-8 text-muted sm:order-last"
          aria-label={t('removeRoom', {
            name: name.trim() || t('roomNumber', { number: String(index + 1) }),
          })}
          onClick={onRemove}
        />
        <div className="col-span-full grid grid-cols-subgrid items-start sm:col-span-2 sm:grid-cols-2 sm:gap-x-3">
          <SelectField
            name={field(`rooms.${index}.condition`)}
            label={t('condition')}
            hint={
              then?.condition
                ? t('conditionThen', { condition: labels(`roomCondition.${then.condition}`) })
                : undefined
            }
            options={roomConditions.map((value) => ({ value, label: labels(`roomCondition.${value}`) }))}
            placeholder={room.condition === null ? t('chooseCondition') : undefined}
            defaultValue={room.condition}
          />
          <TextField
            name={field(`rooms.${index}.note`)}
            label={t('roomNote')}
            defaultValue={room.note}
            optional
            className="max-sm:col-span-2"
          />
        </div>
      </div>
      <DefectLines
        name={field(`rooms.${index}.defects`)}
        saved={room.defects}
        canBeKnown={before !== null}
        roomName={name}
      />
    </li>
  );
}

function DefectLines({
  name,
  saved,
  canBeKnown,
  roomName,
}: {
  name: FieldName<readonly Defect[]>;
  saved: readonly DefectLine[];
  canBeKnown: boolean;
  roomName: string;
}) {
  const t = useTranslations('Handover');
  // Not in words: they stand in the room's row.
  const { box, lines, add, remove } = useLines<DefectLine>(name, {
    label: t('newDefects'),
    saved,
    textOf: () => '',
  });
  return (
    <>
      <ul ref={box} className="flex flex-col gap-3 empty:hidden">
        {lines.map((line, index) => (
          <DefectItem
            key={line.key}
            name={within(name)(`${index}`)}
            number={index + 1}
            defect={line.value}
            canBeKnown={canBeKnown}
            onRemove={() => remove(line.key)}
          />
        ))}
      </ul>
      <Button
        look="ghost"
        size="sm"
        icon={plusIcon}
        className="-ms-2 self-start text-muted"
        aria-label={[t('addDefect'), roomName.trim()].filter(Boolean).join(': ')}
        onClick={() => add({ description: '', mendedBy: 'landlord', mendUntil: null, isKnown: false })}
      >
        {t('addDefect')}
      </Button>
    </>
  );
}

function DefectItem({
  name,
  number,
  defect,
  canBeKnown,
  onRemove,
}: {
  name: FieldName<Defect>;
  number: number;
  defect: DefectLine;
  canBeKnown: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const path = within(name);
  const [mendedBy, setMendedBy] = useState<MendingParty>(defect.mendedBy);
  return (
    <li className="flex flex-col gap-3 rounded-lg bg-surface-secondary p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-start gap-3">
        <TextField name={path('description')} label={t('defect')} defaultValue={defect.description} />
        <Button
          look="ghost"
          size="sm"
          iconOnly
          icon={xIcon}
          className="mt-8 text-muted"
          aria-label={t('removeDefect', { number: String(number) })}
          onClick={onRemove}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_9.25rem] items-start gap-3 sm:grid-cols-2">
        <SelectField
          name={path('mendedBy')}
          label={t('mendedBy')}
          options={mendingParties.map((value) => ({ value, label: labels(`mendedBy.${value}`) }))}
          defaultValue={defect.mendedBy}
          onValueChange={(value) => setMendedBy(mendingParties.find((one) => one === value) ?? mendedBy)}
        />
        {mendedBy !== 'nobody' && (
          <DateField name={path('mendUntil')} label={t('mendUntil')} defaultDay={defect.mendUntil} />
        )}
      </div>
      {canBeKnown && (
        <CheckboxField name={path('isKnown')} label={t('isKnown')} defaultChecked={defect.isKnown} />
      )}
    </li>
  );
}
