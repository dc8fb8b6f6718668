import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** One figure with its label; `hint` says what it counts or what it is compared with. */
export function StatTile({
  label,
  value,
  hint,
  tone = 'neutral',
}: {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  tone?: Tone;
}) {
  return (
    <div className="flex min-w-0 flex-col rounded-2xl bg-surface p-4 shadow-surface only:col-span-2 md:p-5 lg:only:col-span-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={classNames(
          'mt-1.5 text-xl font-semibold tabular-nums md:text-2xl',
          tone === 'danger' && 'text-danger',
          tone === 'success' && 'text-success-soft-foreground',
          tone === 'warning' && 'text-warning-soft-foreground',
        )}
      >
        {value}
      </dd>
      {hint && <dd className="mt-auto pt-1 text-sm text-muted">{hint}</dd>}
    </div>
  );
}

/** Lays tiles out: two beside each other on a phone, up to four on a wide screen. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">{children}</dl>;
}
