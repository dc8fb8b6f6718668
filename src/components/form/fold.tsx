import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon';
import { chevronRightIcon } from '../icons';
import type { FieldName } from './field-name';
import { useFormConnection } from './form-context';

/**
 * Fields few people need, folded away. They stay part of the form, and the fold opens by itself when one of
 * them is wrong, so that the sentence under it is seen.
 */
export function Fold({
  title,
  fields,
  defaultOpen = false,
  children,
}: {
  title: ReactNode;
  /** The fields inside, by name. */
  fields: readonly FieldName[];
  defaultOpen?: boolean;
  children: ReactNode;
}) {
  const form = useFormConnection();
  const [isOpen, setOpen] = useState(defaultOpen);
  const box = useRef<HTMLDivElement>(null);
  const isWrong = fields.some((field) => form?.problems[field] !== undefined);

  // The form focuses the first wrong field itself, but cannot reach into a fold that is still closed.
  useEffect(() => {
    if (!isWrong || document.activeElement?.getAttribute('aria-invalid') === 'true') return;
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isWrong]);

  return (
    <details
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-separator pt-3"
    >
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-md py-1 text-sm font-medium text-muted hover:text-foreground [&::-webkit-details-marker]:hidden">
        <Icon icon={chevronRightIcon} className="transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div
        ref={box}
        className="-mx-1 flex max-h-(--unfolded-max) flex-col gap-4 overflow-y-auto px-1 pt-4 pb-1"
      >
        {children}
      </div>
    </details>
  );
}
