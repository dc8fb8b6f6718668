import type { ReactNode } from 'react';
import { classNames } from '@/components/class-names';
import { ExplainButton } from '@/components/explain/explain-button';
import type { Trace } from '@/domain/trace';

/** One figure with what it is compared with, and a button that opens how it came about. */
export function FigureTile({
  label,
  value,
  hint,
  trace,
  tone = 'neutral',
}: {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  trace: Trace;
  tone?: 'neutral' | 'danger';
}) {
  return (
    <div className="flex min-w-0 flex-col rounded-2xl bg-surface p-4 shadow-surface">
      <dt className="flex items-start justify-between gap-1 text-xs text-muted sm:text-sm">
        <span className="min-w-0 pt-0.5 hyphens-auto">{label}</span>
        <ExplainButton trace={trace} className="-me-2 -mt-1.5 text-muted" />
      </dt>
      <dd
        className={classNames(
          'mt-1 text-lg font-semibold tabular-nums md:text-xl',
          tone === 'danger' && 'text-danger',
        )}
      >
        {value}
      </dd>
      {hint && <dd className="mt-auto pt-1 text-xs text-muted">{hint}</dd>}
    </div>
  );
}
