import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import { circleAlertIcon, circleCheckIcon, infoIcon, triangleAlertIcon } from './icons';

type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

const looks: Record<NoticeTone, { icon: string; className: string }> = {
  info: { icon: infoIcon, className: 'bg-surface-secondary text-foreground' },
  success: { icon: circleCheckIcon, className: 'bg-success-soft text-success-soft-foreground' },
  warning: { icon: triangleAlertIcon, className: 'bg-warning-soft text-warning-soft-foreground' },
  danger: { icon: circleAlertIcon, className: 'bg-danger-soft text-danger-soft-foreground' },
};

/** A message in the page. `live` reads it out when it appears after something the user did. */
export function Notice({
  tone = 'info',
  title,
  live = false,
  children,
}: {
  tone?: NoticeTone;
  title?: ReactNode;
  live?: boolean;
  children?: ReactNode;
}) {
  const look = looks[tone];
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={classNames('flex gap-2.5 rounded-xl px-3.5 py-3 text-sm', look.className)}
    >
      <Icon icon={look.icon} className="mt-[3px]" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
    </div>
  );
}
