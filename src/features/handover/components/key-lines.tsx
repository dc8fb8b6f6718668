import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { fieldsOf } from '@/components/form/field-name';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { rowText } from '@/components/form/use-list-comparison';
import { plusIcon, xIcon } from '@/components/icons';
import { type KeyKind, keyKinds } from '@/domain/vocabulary';
import { compareKeys, type KeyLine as GivenKey, isSameKey } from '../rules';
import type { createHandoverInput } from '../schema';
import { type Line, useLines } from './use-lines';

const field = fieldsOf<typeof createHandoverInput>();

export type KeyLine = { kind: KeyKind; label: string | null; count: number | null };

/** The keys that change hands; on moving out beside those that were handed over. */
export function KeyLines({ saved, given }: { saved: readonly KeyLine[]; given: readonly GivenKey[] | null }) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const { box, lines, add, remove } = useLines<KeyLine>(field('keys'), {
    label: t('keys'),
    saved,
    textOf: ({ kind, label, count }) =>
      rowText([labels(`keyKind.${kind}`), label ?? '', count === null ? '' : String(count)]),
  });
  return (
    <>
      <ul ref={box} className="flex flex-col gap-4 empty:hidden">
        {lines.map((line, index) => (
          <KeyItem key={line.key} line={line} index={index} given={given} onRemove={() => remove(line.key)} />
        ))}
      </ul>
      <Button
        look="tertiary"
        size="sm"
        icon={plusIcon}
        className="self-start"
        onClick={() => add({ kind: 'flat_door', label: null, count: null })}
      >
        {t('addKey')}
      </Button>
    </>
  );
}

function KeyItem({
  line: { value },
  index,
  given,
  onRemove,
}: {
  line: Line<KeyLine>;
  index: number;
  given: readonly GivenKey[] | null;
  onRemove: () => void;
}) {
  const t = useTranslations('Handover');
  const labels = useTranslations('Labels');
  const [kind, setKind] = useState<KeyKind>(value.kind);
  const [label, setLabel] = useState(value.label);
  const [count, setCount] = useState(value.count);
  const beside = compareKeys(given ?? [], []).find((key) => isSameKey(key, { kind, label }));
  const missing = beside && count !== null ? beside.given - count : 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5rem_2.25rem] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_2.25rem]">
      <SelectField
        name={field(`keys.${index}.kind`)}
        label={t('keyKind')}
        options={keyKinds.map((one) => ({ value: one, label: labels(`keyKind.${one}`) }))}
        defaultValue={value.kind}
        onValueChange={(chosen) => setKind(keyKinds.find((one) => one === chosen) ?? kind)}
      />
      <TextField
        name={field(`keys.${index}.label`)}
        label={t('keyLabel')}
        defaultValue={value.label}
        optional
        onValueChange={setLabel}
        className="max-sm:order-last max-sm:col-span-3"
      />
      <NumberField
        name={field(`keys.${index}.count`)}
        label={t('keyCount')}
        defaultScaled={value.count}
        onScaledChange={setCount}
      />
      <Button
        look="ghost"
        size="sm"
        iconOnly
        icon={xIcon}
        className="mt-8 text-muted"
        aria-label={t('removeKey', { number: String(index + 1) })}
        onClick={onRemove}
      />
      {beside && (
        <p role="status" className="order-last col-span-full text-sm text-muted">
          {t('keysGiven', { count: String(beside.given) })}
          {missing > 0 && (
            <span className="text-warning-soft-foreground"> · {t('keysMissing', { count: missing })}</span>
          )}
        </p>
      )}
    </li>
  );
}
