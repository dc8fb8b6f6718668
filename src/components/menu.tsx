'use client';

import { Dropdown } from '@heroui/react/dropdown';
import type { ReactNode } from 'react';
import { type ButtonLook, type ButtonSize, buttonClass } from './button';
import { classNames } from './class-names';
import { Icon } from './icon';
import { checkIcon } from './icons';

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

/** A button with a menu below it. Groups are divided by a line. */
export function Menu({
  label,
  trigger,
  look = 'ghost',
  size = 'md',
  iconOnly = false,
  triggerClassName,
  groups,
  placement = 'bottom end',
}: {
  /** What the button says to someone who cannot see it. */
  label: string;
  trigger: ReactNode;
  look?: ButtonLook;
  size?: ButtonSize;
  iconOnly?: boolean;
  triggerClassName?: string;
  groups: readonly (readonly MenuEntry[])[];
  placement?: 'bottom start' | 'bottom end' | 'top end';
}) {
  const entries = new Map(groups.flat().map((entry) => [entry.id, entry]));
  return (
    <Dropdown>
      <Dropdown.Trigger
        aria-label={label}
        className={classNames('inline-flex', buttonClass(look, size, iconOnly), triggerClassName)}
      >
        {trigger}
      </Dropdown.Trigger>
      <Dropdown.Popover placement={placement} className="menu-popover">
        <Dropdown.Menu
          aria-label={label}
          disabledKeys={[...entries.values()].filter((entry) => entry.disabled).map((entry) => entry.id)}
          onAction={(key) => entries.get(String(key))?.onSelect()}
        >
          {groups.map((group, index) => (
            <Dropdown.Section
              // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity but their place
              key={index}
              aria-label={label}
              className={index > 0 ? 'mt-1 border-t border-separator pt-1' : undefined}
            >
              {group.map((entry) => (
                <Dropdown.Item
                  key={entry.id}
                  id={entry.id}
                  textValue={typeof entry.label === 'string' ? entry.label : entry.id}
                  variant={entry.tone === 'danger' ? 'danger' : 'default'}
                  aria-current={entry.current ? 'true' : undefined}
                >
                  {entry.icon && <Icon icon={entry.icon} className="text-muted" />}
                  <span className="min-w-0 flex-1">
                    <span className={classNames('block truncate', entry.tone === 'danger' && 'text-danger')}>
                      {entry.label}
                    </span>
                    {entry.note && <span className="block truncate text-xs text-muted">{entry.note}</span>}
                  </span>
                  {entry.current && <Icon icon={checkIcon} className="text-accent" />}
                </Dropdown.Item>
              ))}
            </Dropdown.Section>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
