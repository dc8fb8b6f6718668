import { type ReactNode, Suspense, useState } from 'react';
import { type ButtonLook, type ButtonSize, buttonClass } from './button';
import { classNames } from './class-names';
import { lazyPart } from './lazy-part';

export type MenuEntry = {
  id: string;
  label: ReactNode;
  /** Second line, e.g. a role. */
  note?: ReactNode;
  icon?: string;
  tone?: 'plain' | 'danger';
  /** Marks the current one of a choice. */
  current?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

export type MenuProps = {
  /** What the button says to someone who cannot see it. */
  label: string;
  trigger: ReactNode;
  look?: ButtonLook;
  size?: ButtonSize;
  iconOnly?: boolean;
  triggerClassName?: string;
  groups: readonly (readonly MenuEntry[])[];
  placement?: 'bottom start' | 'bottom end' | 'top end';
};

const load = () => import('./menu-popup').then((module) => ({ default: module.MenuPopup }));
// A page is read far more often than a menu is opened: the button stands there first, alone.
const MenuPopup = lazyPart(load);

/** A button with a menu below it. Groups are divided by a line. */
export function Menu({
  look = 'ghost',
  size = 'md',
  iconOnly = false,
  triggerClassName,
  placement = 'bottom end',
  ...menu
}: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const className = classNames('inline-flex', buttonClass(look, size, iconOnly), triggerClassName);
  const preload = () => void load().catch(() => undefined); // opening it tries again and says what is wrong
  const button = (
    <button
      type="button"
      aria-label={menu.label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setWanted(true);
      }}
    >
      {menu.trigger}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuPopup {...menu} triggerClassName={className} placement={placement} />
    </Suspense>
  );
}
