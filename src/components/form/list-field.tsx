import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { Button } from '../button';
import { plusIcon, xIcon } from '../icons';
import { describedBy, FieldFrame, type FieldProps, problemId } from './field-frame';
import type { FieldName } from './field-name';
import { useFormConnection } from './form-context';
import { showThenFocus } from './show-then-focus';

/** Several short texts, such as e-mail addresses, one per line; reads as the list of those that are filled in. */
export function ListField({
  name,
  label,
  hint,
  optional,
  className,
  defaultValues = [],
  addLabel,
  removeLabel,
  max = 10,
  ...input
}: Omit<FieldProps, 'name'> &
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'> & {
    name: FieldName;
    defaultValues?: readonly string[];
    addLabel: string;
    /** Says which line goes: gets its number. */
    removeLabel: (line: number) => string;
    max?: number;
  }) {
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const box = useRef<HTMLUListElement>(null);
  const nextKey = useRef(1000);
  const [lines, setLines] = useState(() => linesOf(defaultValues, 0));
  const inputs = () => [...(box.current?.querySelectorAll('input') ?? [])];

  useEffect(() =>
    form?.register(name, {
      element: () => inputs().find((element) => element.value.trim() !== '') ?? inputs()[0] ?? null,
      read: () => ({
        ok: true,
        value: inputs().flatMap(({ value }) => (value.trim() === '' ? [] : [value])),
      }),
      compare: {
        label: () => (typeof label === 'string' ? label : ''),
        mine: () => joined(inputs().map(({ value }) => value)),
        saved: () => joined(defaultValues),
        take: () => {
          // New keys: the lines are new, and hold what they are given.
          nextKey.current += 1000;
          setLines(linesOf(defaultValues, nextKey.current - 999));
          form?.changed(name);
        },
      },
    }),
  );

  const fault = form?.problems[name];
  const problem = fault && words.field(fault);
  return (
    <FieldFrame {...{ id, label, hint, optional, problem, className }}>
      <ul ref={box} className="flex flex-col gap-2">
        {lines.map(({ key, value }, index) => (
          <li key={key} className="relative flex">
            <input
              type="text"
              {...input}
              id={index === 0 ? id : undefined}
              aria-label={index > 0 && typeof label === 'string' ? `${label} ${index + 1}` : undefined}
              defaultValue={value}
              onChange={() => form?.changed(name)}
              aria-invalid={problem ? true : undefined}
              aria-describedby={index === 0 ? describedBy(id, hint, problem) : problem && problemId(id)}
              data-invalid={problem ? true : undefined}
              className={lines.length > 1 ? 'input input--full-width pe-10' : 'input input--full-width'}
            />
            {lines.length > 1 && (
              <span className="absolute inset-y-0 end-1 flex items-center">
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={xIcon}
                  aria-label={removeLabel(index + 1)}
                  className="text-muted"
                  onClick={() => {
                    form?.changed(name);
                    setLines(lines.filter((line) => line.key !== key));
                  }}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {lines.length < max && (
        <Button
          look="ghost"
          size="sm"
          icon={plusIcon}
          className="-ms-2 h-auto min-h-8 max-w-full self-start whitespace-normal text-start text-muted"
          onClick={() => {
            const key = nextKey.current;
            nextKey.current += 1;
            showThenFocus(
              () => setLines([...lines, { key, value: '' }]),
              () => inputs().at(-1),
            );
          }}
        >
          {addLabel}
        </Button>
      )}
    </FieldFrame>
  );
}

const linesOf = (values: readonly string[], firstKey: number) =>
  (values.length === 0 ? [''] : values).map((value, index) => ({ key: firstKey + index, value }));

const joined = (values: readonly string[]) =>
  values
    .map((value) => value.trim())
    .filter(Boolean)
    .join(', ');
