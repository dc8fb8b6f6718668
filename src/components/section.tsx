import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** A part of a page with its own anchor (`/property/{id}#rent`). `flush` lets a table reach the card's edge. */
export function Section({
  id,
  title,
  description,
  actions,
  flush = false,
  tone = 'plain',
  children,
}: {
  id: string;
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  tone?: 'plain' | 'danger';
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-28">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-3">
        <div className={classNames('flex-1', description ? 'min-w-0 basis-60' : 'min-w-min basis-0')}>
          <h2
            id={`${id}-title`}
            className={classNames('text-lg font-semibold', tone === 'danger' && 'text-danger')}
          >
            {title}
          </h2>
          {description && <p className="mt-0.5 max-w-prose text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <div
        className={classNames(
          'overflow-clip rounded-2xl bg-surface shadow-surface',
          !flush && 'p-5 md:p-6',
          tone === 'danger' && 'ring-1 ring-danger/40',
        )}
      >
        {children}
      </div>
    </section>
  );
}
