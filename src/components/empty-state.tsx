import type { ReactNode } from 'react';
import { Icon } from './icon';

/** Says what will stand here and what to do next. `level` is the heading's rank on its page. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  level = 3,
}: {
  icon: string;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      <span className="grid size-11 place-items-center rounded-xl bg-accent-soft text-accent-soft-foreground">
        <Icon icon={icon} className="size-5" />
      </span>
      <Heading className="mt-4 text-base font-semibold">{title}</Heading>
      {children && <p className="mt-1 text-sm text-balance text-muted">{children}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
