'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { keyRoundIcon, monitorIcon, shieldCheckIcon, smartphoneIcon } from '@/components/icons';
import { StatusChip } from '@/components/status-chip';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';
import { accountEventDays } from '../event-rules';
import { useDeviceName } from './use-device-name';

type EventRow = Outputs['account']['listEvents'][number];

const shownAtFirst = 5;

/** The last sign-ins and changes of the account: when, on which device, in which way. */
export function EventList({ events, timeZone }: { events: readonly EventRow[]; timeZone: string }) {
  const t = useTranslations('Sessions');
  const formats = useFormats();
  const deviceName = useDeviceName();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, shownAtFirst);

  function nameOf({ kind, way, hasFactor }: EventRow): string {
    if (kind !== 'sign_in' || way === null) return t(`events.${kind}`);
    return hasFactor ? t('withFactor', { way: t(`ways.${way}`) }) : t('signedIn', { way: t(`ways.${way}`) });
  }

  return (
    <section aria-labelledby="sign-ins-title" className="border-t border-separator pt-5 pb-1">
      <h3 id="sign-ins-title" className="px-5 font-semibold md:px-6">
        {t('lastTitle')}
      </h3>
      <p className="px-5 pb-1 text-sm text-muted md:px-6">{t('lastText', { days: accountEventDays })}</p>
      {events.length === 0 && <p className="px-5 py-4 text-sm text-muted md:px-6">{t('lastNone')}</p>}
      <ul className="divide-y divide-separator" data-testid="sign-ins">
        {shown.map((event) => (
          <li key={event.id} className="flex items-center gap-4 px-5 py-3.5 md:px-6">
            <Icon icon={iconOf(event)} className="size-5 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {nameOf(event)}
                {event.kind === 'sign_in' && event.isCurrent && (
                  <StatusChip tone="success">{t('thisSignIn')}</StatusChip>
                )}
              </p>
              <p className="text-sm text-muted">
                {deviceName(event)} · {formatInstant(event.at, timeZone, formats)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < events.length && (
        <div className="border-t border-separator px-5 py-4 md:px-6">
          <Button look="tertiary" size="sm" onClick={() => setWhole(true)}>
            {t('showAll', { count: events.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function iconOf({ kind, isPhone }: EventRow) {
  if (kind === 'sign_in') return isPhone ? smartphoneIcon : monitorIcon;
  return kind.startsWith('recovery') ? keyRoundIcon : shieldCheckIcon;
}
