import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import { circleAlertIcon } from '../icons';
import type { FieldName } from './field-name';

export type FieldProps = {
  /** Where its value goes in what is sent; null: it only steers the form. */
  name: FieldName | null;
  label: ReactNode;
  hint?: ReactNode;
  /** Marks what may stay empty; everything else is expected. */
  optional?: boolean;
  className?: string;
};

/** Ids under which a control is described; give `describedBy` to the control. */
export const hintId = (id: string) => `${id}-hint`;
export const problemId = (id: string) => `${id}-problem`;
/** The field's own words, without “optional”: what belongs to it is named by them, too. */
export const labelId = (id: string) => `${id}-label`;

export function describedBy(id: string, hint: ReactNode, problem: string | undefined): string | undefined {
  return [hint ? hintId(id) : '', problem ? problemId(id) : ''].filter(Boolean).join(' ') || undefined;
}

/** Label above, control, hint, and what is wrong below. */
export function FieldFrame({
  id,
  label,
  hint,
  optional,
  problem,
  className,
  children,
}: {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  problem: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const t = useTranslations('Form');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-2 text-sm font-medium">
        <span id={labelId(id)} className="min-w-0 hyphens-auto">
          {label}
        </span>
        {optional && <span className="text-xs font-normal text-muted">{t('optional')}</span>}
      </label>
      {children}
      <FieldProblemText id={id} problem={problem} />
      {hint && (
        <p id={hintId(id)} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldProblemText({ id, problem }: { id: string; problem: string | undefined }) {
  if (!problem) return null;
  return (
    <p id={problemId(id)} className="flex gap-1.5 text-sm text-danger">
      <Icon icon={circleAlertIcon} className="mt-1 size-3.5" />
      <span>{problem}</span>
    </p>
  );
}
