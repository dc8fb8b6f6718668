'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Icon } from '@/components/icon';
import { monitorIcon, smartphoneIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { showSuccess } from '@/components/toast';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc, useRenew } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { readDevice } from '../device-rules';
import { endSessions } from '../security-actions';
import { AuthFailure } from './auth-form';
import { useDeviceName } from './use-device-name';
import { useLeave } from './use-leave';

type SessionRow = Outputs['account']['listSessions'][number];

const isOwnMachine = (address: string) => /^(127\.|::1$)/.test(address);

/** Where one is signed in, the ways to end that, and below it what happened lately. */
export function SessionSection({ timeZone, children }: { timeZone: string; children?: ReactNode }) {
  const t = useTranslations('Sessions');
  const formats = useFormats();
  const renew = useRenew();
  const [rows] = trpc.account.listSessions.useSuspenseQuery();
  const end = trpc.account.endSession.useMutation();
  const leave = useLeave();
  const [ending, setEnding] = useState<SessionRow | null>(null);
  const [asking, setAsking] = useState<'others' | 'global' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sorted = [...rows].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const deviceName = useDeviceName();
  const nameOf = ({ userAgent }: SessionRow) => deviceName(readDevice(userAgent));

  async function endMany(scope: 'others' | 'global') {
    setFailure(null);
    const { failure: refused } = await endSessions(scope);
    if (refused !== undefined) {
      setFailure(refused);
      return;
    }
    if (scope === 'global') {
      leave();
      return;
    }
    await renew('session');
    showSuccess(t('othersEnded'));
  }

  return (
    <Section id="sessions" title={t('title')} description={t('text')} flush>
      {failure !== null && (
        <div className="px-5 pt-5 md:px-6">
          <AuthFailure code={failure} />
        </div>
      )}
      <ul className="divide-y divide-separator">
        {sorted.map((row) => (
          <li key={row.id} className="flex items-center gap-4 px-5 py-4 md:px-6">
            <Icon
              icon={readDevice(row.userAgent).isPhone ? smartphoneIcon : monitorIcon}
              className="size-5 text-muted"
            />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {nameOf(row)}
                {row.isCurrent && <StatusChip tone="success">{t('thisDevice')}</StatusChip>}
              </p>
              <p className="text-sm text-muted">
                {t('lastUsed', { at: formatInstant(row.lastUsedAt, timeZone, formats) })}
                {row.address !== null && !isOwnMachine(row.address) && ` · ${row.address}`}
              </p>
            </div>
            {!row.isCurrent && (
              <Button
                look="tertiary"
                size="sm"
                aria-label={t('endOf', { device: nameOf(row) })}
                onClick={() => setEnding(row)}
              >
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 border-t border-separator px-5 py-4 md:px-6">
        {rows.length > 1 && (
          <Button look="tertiary" size="sm" onClick={() => setAsking('others')}>
            {t('endOthers')}
          </Button>
        )}
        <Button look="tertiary" size="sm" onClick={() => setAsking('global')}>
          {t('endAll')}
        </Button>
      </div>
      {children}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(null)}
          title={t('endTitle', { device: nameOf(ending) })}
          confirmLabel={t('end')}
          confirm={async () => {
            await end.mutateAsync({ id: ending.id });
            showSuccess(t('ended'));
          }}
        >
          {t('endText')}
        </ConfirmDialog>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={t(asking === 'others' ? 'endOthersTitle' : 'endAllTitle')}
          confirmLabel={t(asking === 'others' ? 'endOthers' : 'endAll')}
          confirm={() => endMany(asking)}
        >
          {t(asking === 'others' ? 'endOthersText' : 'endAllText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
