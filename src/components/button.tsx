import type { ComponentProps } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';

export type ButtonLook =
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'ghost'
  | 'outline'
  | 'danger'
  | 'danger-soft';
export type ButtonSize = 'sm' | 'md' | 'lg';

export function buttonClass(look: ButtonLook, size: ButtonSize = 'md', iconOnly = false): string {
  return classNames('button', `button--${look}`, `button--${size}`, iconOnly && 'button--icon-only shrink-0');
}

export type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: string;
  /** Only the icon is shown; give `aria-label`. */
  iconOnly?: boolean;
  /** Shows a spinner and refuses a second press, without losing the focus. */
  pending?: boolean;
};

export function Button({
  look = 'secondary',
  size = 'md',
  icon,
  iconOnly = false,
  pending = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(look, size, iconOnly), className)}
    >
      {pending ? <span className="spinner-ring" aria-hidden="true" /> : icon && <Icon icon={icon} />}
      {!iconOnly && children}
    </button>
  );
}
