import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import { triangleAlertIcon } from './icons';

/** Under a field, while one types: something to look at before it is saved, though it may be right. */
export function WarningHint({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <p role="status" className={classNames('flex gap-2 text-sm text-warning-soft-foreground', className)}>
      <Icon icon={triangleAlertIcon} className="mt-[3px]" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
