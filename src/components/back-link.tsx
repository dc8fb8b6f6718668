import type { ReactNode } from 'react';
import { Link } from '@/i18n/link';
import type { Href } from '@/i18n/navigation';
import { classNames } from './class-names';
import { Icon } from './icon';
import { arrowLeftIcon } from './icons';

/** Leads to the page above this one; a printed page has none. */
export function BackLink({
  href,
  className,
  children,
}: {
  href: Href;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      href={href}
      className={classNames(
        'inline-flex items-center gap-1.5 text-sm text-muted hover:text-foreground print:hidden',
        className,
      )}
    >
      <Icon icon={arrowLeftIcon} className="size-3.5" />
      {children}
    </Link>
  );
}
