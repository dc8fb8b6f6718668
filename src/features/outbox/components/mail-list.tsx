'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { lazyDialog } from '@/components/lazy-dialog';
import { StatusChip } from '@/components/status-chip';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { LetterRow } from './letter-list';

const ArrivalDialog = lazyDialog(async () => (await import('./arrival-dialog')).ArrivalDialog);

export type MailRow = LetterRow['mails'][number];

const tones = {
  waiting: 'neutral',
  sending: 'neutral',
  sent: 'success',
  refused: 'danger',
  uncertain: 'warning',
  arrived: 'success',
  returned: 'danger',
  stopped: 'neutral',
} as const;

/** Each address a letter was mailed to, with the server's own words and what can be done where it did not take it. */
export function MailList({ mails, canEdit }: { mails: readonly MailRow[]; canEdit: boolean }) {
  const t = useTranslations('Outbox');
  const words = useErrorWords();
  const [asked, setAsked] = useState<MailRow | null>(null);
  const again = trpc.outbox.mailAgain.useMutation({ retry: retryTransient });
  const sendAgain = async (mailId: string) => {
    try {
      await again.mutateAsync({ mailId });
      showSuccess(t('againDone'));
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="break-all">{mail.address}</span>
              <StatusChip tone={tones[mail.state]}>{t(`mails.${mail.state}`)}</StatusChip>
              {(mail.state === 'sent' || mail.state === 'uncertain') && canEdit && <Returned mail={mail} />}
              {mail.state === 'arrived' && canEdit && <NotArrived mail={mail} />}
              {mail.state === 'uncertain' && canEdit && (
                <>
                  <Button
                    size="sm"
                    look="ghost"
                    aria-label={t('arrivedOf', { address: mail.address })}
                    onClick={() => setAsked(mail)}
                  >
                    {t('arrived')}
                  </Button>
                  <Button
                    size="sm"
                    look="ghost"
                    pending={again.isPending}
                    aria-label={t('againOf', { address: mail.address })}
                    onClick={() => void sendAgain(mail.id)}
                  >
                    {t('again')}
                  </Button>
                </>
              )}
            </span>
            <MailWords mail={mail} />
          </li>
        ))}
      </ul>
      {asked && <ArrivalDialog key={asked.id} mail={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Notes that a mail came back; by mistake, that it arrived. */
function Returned({ mail }: { mail: MailRow }) {
  const t = useTranslations('Outbox');
  const words = useErrorWords();
  const offerUndo = useUndo();
  const [{ timeZone }] = trpc.portfolio.get.useSuspenseQuery();
  const returned = trpc.outbox.mailReturned.useMutation({ retry: retryTransient });
  const arrived = trpc.outbox.mailArrived.useMutation({ retry: retryTransient });
  const { id: mailId, address, triedAt } = mail;
  const note = async () => {
    try {
      await returned.mutateAsync({ mailId });
      const arrivedOn = todayIn(timeZone, triedAt ?? new Date());
      offerUndo(t('returnedDone'), () => arrived.mutateAsync({ mailId, arrivedOn, proof: null }));
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  return (
    <Button
      size="sm"
      look="ghost"
      pending={returned.isPending}
      aria-label={t('returnedOf', { address })}
      onClick={() => void note()}
    >
      {t('returned')}
    </Button>
  );
}

/** That a mail arrived was noted by mistake, and the message that offers to undo it is gone. */
function NotArrived({ mail: { id: mailId, address } }: { mail: MailRow }) {
  const t = useTranslations('Outbox');
  const words = useErrorWords();
  const uncertain = trpc.outbox.mailUncertain.useMutation({ retry: retryTransient });
  const note = async () => {
    try {
      await uncertain.mutateAsync({ mailId });
      showSuccess(t('notArrivedDone'));
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  return (
    <Button
      size="sm"
      look="ghost"
      pending={uncertain.isPending}
      aria-label={t('notArrivedOf', { address })}
      onClick={() => void note()}
    >
      {t('notArrived')}
    </Button>
  );
}

function MailWords({ mail }: { mail: MailRow }) {
  const t = useTranslations('Outbox');
  const formats = useFormats();
  const [{ timeZone }] = trpc.portfolio.get.useSuspenseQuery();
  const { state, answer } = mail;
  const said = [
    ...(state === 'uncertain' ? [t('uncertainText')] : []),
    ...(state === 'returned' ? [t('returnedText')] : []),
    ...(mail.stopReason !== null ? [t(`stopped.${mail.stopReason}`)] : []),
    ...(mail.isAddressRefused ? [t('addressRefused')] : []),
    ...(answer !== null && (state === 'sent' || state === 'refused') ? [t('serverSays', { answer })] : []),
    ...(mail.hasItsTurn && state === 'waiting'
      ? [t('goesAt', { time: formatInstant(mail.nextTryAt, timeZone, formats) })]
      : []),
    ...(answer !== null && state === 'waiting' ? [t('tried', { answer })] : []),
  ];
  if (said.length === 0) return null;
  return <span className="break-words text-muted">{said.join(' ')}</span>;
}
