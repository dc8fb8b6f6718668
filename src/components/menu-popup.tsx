import { Dropdown } from '@heroui/react/dropdown';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import { checkIcon } from './icons';
import type { MenuProps } from './menu';

/** The menu with its button, which takes the place of the one that was pressed and opens at once. */
export function MenuPopup({
  label,
  trigger,
  triggerClassName,
  groups,
  placement,
}: Pick<MenuProps, 'label' | 'trigger' | 'triggerClassName' | 'groups' | 'placement'>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus(); // where the focus returns to when the menu closes
    setOpen(true);
  }, []);
  const entries = new Map(groups.flat().map((entry) => [entry.id, entry]));
  return (
    <Dropdown isOpen={isOpen} onOpenChange={setOpen}>
      <Dropdown.Trigger ref={button} aria-label={label} className={triggerClassName}>
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
                    {entry.note && <span className="block text-xs text-muted">{entry.note}</span>}
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
