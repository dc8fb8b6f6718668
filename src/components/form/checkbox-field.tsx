import { useTranslations } from 'next-intl';
import { classNames } from '../class-names';
import { describedBy, FieldProblemText, type FieldProps, hintId } from './field-frame';
import { useField } from './use-field';

/** Yes or no; reads as a boolean. */
export function CheckboxField({
  name,
  label,
  hint,
  className,
  defaultChecked = false,
  onCheckedChange,
}: Omit<FieldProps, 'optional'> & {
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}) {
  const words = useTranslations('Form');
  const answer = (checked: boolean) => words(checked ? 'yes' : 'no');
  const field = useField<HTMLInputElement>(name, ({ checked }) => ({ ok: true, value: checked }), {
    mine: ({ checked }) => answer(checked),
    saved: answer(defaultChecked),
    take: (element) => {
      element.checked = defaultChecked;
      field.changed();
      onCheckedChange?.(defaultChecked);
    },
  });
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <span className="flex items-start gap-2.5">
        <input
          ref={field.ref}
          id={field.id}
          name={name ?? undefined}
          type="checkbox"
          defaultChecked={field.typed === undefined ? defaultChecked : field.typed === 'on'}
          onChange={(event) => {
            field.changed();
            onCheckedChange?.(event.target.checked);
          }}
          aria-invalid={field.problem ? true : undefined}
          aria-describedby={describedBy(field.id, hint, field.problem)}
          className="mt-[3px] size-4 shrink-0 accent-accent"
        />
        <label htmlFor={field.id} className="min-w-0 text-sm">
          {label}
          {hint && (
            <span id={hintId(field.id)} className="mt-0.5 block text-xs text-muted">
              {hint}
            </span>
          )}
        </label>
      </span>
      <FieldProblemText id={field.id} problem={field.problem} />
    </div>
  );
}
