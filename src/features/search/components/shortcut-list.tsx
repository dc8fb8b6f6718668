import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { areShortcutsOn, type Goal, setShortcutsOn } from './shortcuts';

/** Which keys do what, and whether they should. */
export function ShortcutList({ offered, onClose }: { offered: readonly Goal[]; onClose: () => void }) {
  const t = useTranslations('Search');
  const frame = useTranslations('Frame');
  const [isOn, setOn] = useState(areShortcutsOn);
  const meanings: Record<Goal, string> = {
    today: frame('today'),
    rent: frame('rent'),
    bank: t('actions.bank'),
    debits: t('actions.debits'),
    payouts: t('actions.payouts'),
    properties: frame('properties'),
    tenants: frame('tenants'),
    arrears: t('actions.arrears'),
    documents: frame('documents'),
    year: frame('year'),
    activity: frame('activity'),
    settings: frame('settings'),
    newProperty: t('actions.property'),
    newTenant: t('actions.tenant'),
    newLease: t('actions.lease'),
    newBooking: t('actions.booking'),
    newPayment: t('actions.payment'),
  };
  const rows: [keys: string, meaning: string][] = [
    [t('keys'), t('open')],
    ['/', t('focusSearch')],
    ['?', t('actions.shortcuts')],
    ...offered.map((goal): [string, string] => [t(`letters.${goal}`), meanings[goal]]),
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
