import type { ComponentProps } from 'react';
import { Link } from '@/i18n/link';
import { type ButtonLook, type ButtonSize, buttonClass } from './button';
import { classNames } from './class-names';
import { Icon } from './icon';

type LinkButtonProps = ComponentProps<typeof Link> & { look?: ButtonLook; size?: ButtonSize; icon?: string };

/** A link that looks like a button, for the one thing to do next. */
export function LinkButton({
  look = 'primary',
  size = 'md',
  icon,
  className,
  children,
  ...link
}: LinkButtonProps) {
  return (
    <Link {...link} className={classNames(buttonClass(look, size), className)}>
      {icon && <Icon icon={icon} />}
      {children}
    </Link>
  );
}
