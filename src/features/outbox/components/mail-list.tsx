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
  const [asked, setAsked] = useState<MailRow | null>(null);
  const t = useTranslations('Outbox');
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="break-all">{mail.address}</span>
              <StatusChip tone={tones[mail.state]}>{t(`mails.${mail.state}`)}</StatusChip>
              {canEdit && <MailActions mail={mail} onArrived={() => setAsked(mail)} />}
            </span>
            <MailWords mail={mail} />
          </li>
        ))}
      </ul>
      {asked && <ArrivalDialog key={asked.id} mail={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** What a person may know of a mail that the program does not, and that it goes once more. */
function MailActions({ mail, onArrived }: { mail: MailRow; onArrived: () => void }) {
  const t = useTranslations('Outbox');
  const offerUndo = useUndo();
  const [{ timeZone }] = trpc.portfolio.get.useSuspenseQuery();
  const again = trpc.outbox.mailAgain.useMutation({ retry: retryTransient });
  const returned = trpc.outbox.mailReturned.useMutation({ retry: retryTransient });
  const arrived = trpc.outbox.mailArrived.useMutation({ retry: retryTransient });
  const uncertain = trpc.outbox.mailUncertain.useMutation({ retry: retryTransient });
  const { id: mailId, address, state, triedAt } = mail;
  async function comeBack() {
    await returned.mutateAsync({ mailId });
    const arrivedOn = todayIn(timeZone, triedAt ?? new Date());
    offerUndo(t('returnedDone'), () => arrived.mutateAsync({ mailId, arrivedOn, proof: null }));
  }
  async function forget() {
    await uncertain.mutateAsync({ mailId });
    showSuccess(t('notArrivedDone'));
  }
  async function sendAgain() {
    await again.mutateAsync({ mailId });
    showSuccess(t('againDone'));
  }
  const isUncertain = state === 'uncertain';
  return (
    <>
      {(isUncertain || state === 'sent') && (
        <MailButton label={t('returned')} name={t('returnedOf', { address })} onPress={comeBack} />
      )}
      {/* The message that offers to undo it is gone. */}
      {state === 'arrived' && (
        <MailButton label={t('notArrived')} name={t('notArrivedOf', { address })} onPress={forget} />
      )}
      {isUncertain && (
        <>
          <MailButton label={t('arrived')} name={t('arrivedOf', { address })} onPress={onArrived} />
          <MailButton label={t('again')} name={t('againOf', { address })} onPress={sendAgain} />
        </>
      )}
    </>
  );
}

/** Pending until it is done; what fails of it is said. */
function MailButton(of: { label: string; name: string; onPress: () => Promise<void> | void }) {
  const words = useErrorWords();
  const [isPending, setPending] = useState(false);
  async function press() {
    setPending(true);
    try {
      await of.onPress();
    } catch (error) {
      showFailure(words.failure(error));
    } finally {
      setPending(false);
    }
  }
  return (
    <Button size="sm" look="ghost" pending={isPending} aria-label={of.name} onClick={() => void press()}>
      {of.label}
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
