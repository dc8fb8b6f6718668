'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { areShortcutsOn, sequences, setShortcutsOn } from './shortcuts';

/** Which keys do what, and whether they should. */
export function ShortcutList({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const t = useTranslations('Search');
  const frame = useTranslations('Frame');
  const [isOn, setOn] = useState(areShortcutsOn);
  const goals = {
    '/dashboard': frame('today'),
    '/dashboard/rent': frame('rent'),
    '/dashboard/rent/bank': t('actions.bank'),
    '/dashboard/rent/debits': t('actions.debits'),
    '/dashboard/properties': frame('properties'),
    '/dashboard/tenants': frame('tenants'),
    '/dashboard/arrears': t('actions.arrears'),
    '/dashboard/documents': frame('documents'),
    '/dashboard/year': frame('year'),
    '/dashboard/activity': frame('activity'),
    '/dashboard/settings': frame('settings'),
    'new-property': t('actions.property'),
    'new-tenant': t('actions.tenant'),
    'new-lease': t('actions.lease'),
    'new-booking': t('actions.booking'),
    'new-payment': t('actions.payment'),
  };
  const rows: [keys: string, meaning: string][] = [
    [t('keys'), t('open')],
    ['/', t('focusSearch')],
    ['?', t('actions.shortcuts')],
    ...Object.entries(sequences)
      .filter(([, goal]) => canEdit || !goal.startsWith('new-'))
      .map(([keys, goal]): [string, string] => [keys, goals[goal]]),
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('actions.shortcuts')} size="sm">
      <dl className="grid gap-1">
        {rows.map(([keys, meaning]) => (
          <div key={keys} className="flex flex-row-reverse items-center justify-between gap-6 py-1 text-sm">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-border bg-default px-1.5 py-0.5 text-center font-sans text-xs"
                >
                  {key.length === 1 ? key.toUpperCase() : key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex cursor-pointer items-center gap-2.5 border-t border-separator pt-4 text-sm">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setOn(event.target.checked);
            setShortcutsOn(event.target.checked);
          }}
          className="size-4 accent-accent"
        />
        {t('lettersOn')}
      </label>
    </Dialog>
  );
}
