import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { chevronRightIcon } from '@/components/icons';
import { Link } from '@/i18n/navigation';

/** One figure, labelled, that leads to where it comes from. */
export function LinkTile({
  label,
  value,
  hint,
  tone = 'neutral',
  ...link
}: {
  label: ReactNode;
  value: ReactNode;
  hint: ReactNode;
  tone?: 'neutral' | 'danger';
} & Pick<ComponentProps<typeof Link>, 'href'>) {
  return (
    <Link
      {...link}
      className="group flex min-w-0 flex-col rounded-2xl bg-surface p-4 shadow-surface transition-colors hover:bg-surface-secondary md:p-5"
    >
      <span className="flex items-center justify-between gap-2 text-sm text-muted">
        <span className="min-w-0">{label}</span>
        <Icon
          icon={chevronRightIcon}
          className="hidden opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 sm:block"
        />
      </span>
      <span
        className={classNames(
          'mt-1.5 text-xl font-semibold tabular-nums md:text-2xl',
          tone === 'danger' && 'text-danger',
        )}
      >
        {value}
      </span>
      <span className="pt-1 text-sm text-muted">{hint}</span>
    </Link>
  );
}
