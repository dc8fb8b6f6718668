import type { ReactNode } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';

/** One thing to do: what it is, how much or when, and how it is finished. Its columns are those of `today-list`. */
export function TodayRow({
  icon,
  tone = 'plain',
  end,
  actions,
  below,
  children,
}: {
  icon: string;
  tone?: 'plain' | 'danger';
  /** The figure or the day, at the end of the line. */
  end: ReactNode;
  actions?: ReactNode;
  /** Across the whole row, e.g. a file on its way. */
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="today-row">
      <Icon
        icon={icon}
        className={classNames(
          'mt-0.5 size-[1.125rem] self-start',
          tone === 'danger' ? 'text-danger' : 'text-muted',
        )}
      />
      <div className="min-w-0">{children}</div>
      <div className="today-end">{end}</div>
      <div className="today-actions">{actions}</div>
      {below && <div className="col-span-full">{below}</div>}
    </li>
  );
}
