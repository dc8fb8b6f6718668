import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { downloadIcon, mailIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { useUndo } from '@/components/use-undo';
import type { LetterWay } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import {
  areTooLarge,
  EnclosuresNote,
  type Paper,
  seenFiles,
} from '../../outbox/components/letter-enclosures';
import { SenderGap } from '../../outbox/components/sender-gap';
import { WayChoice } from '../../outbox/components/way-choice';

/** How the letter goes: looked at first, or written down as sent and saved to be printed. */
export function SendReminder({
  leaseId,
  reminder,
  isBeside,
  papers,
  onClose,
}: {
  leaseId: string;
  reminder: Outputs['arrears']['reminder'];
  isBeside: boolean;
  papers: readonly Paper[];
  onClose: () => void;
}) {
  const t = useTranslations('Reminder');
  const outbox = useTranslations('Outbox');
  const language = useLocale();
  const words = useErrorWords();
  const download = useDownload();
  const offerUndo = useUndo();
  const [id] = useState(newId);
  const { step, totalCents, sentBefore, editions, mail } = reminder;
  const [way, setWay] = useState<LetterWay>(mail.reason === null ? 'mail' : 'post');
  const [isLooking, setLooking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const remind = trpc.arrears.remind.useMutation({ retry: retryTransient });
  const takeBack = trpc.outbox.takeBack.useMutation({ retry: retryTransient });

  const look = async () => {
    const query = new URLSearchParams({ leaseId, step });
    if (isBeside) query.set('beside', 'own');
    if (papers.length > 0) query.set('enclosures', papers.map((paper) => paper.documentId).join(','));
    setLooking(true);
    await download(`/api/account/reminder?${query}`);
    setLooking(false);
  };
  const send = async () => {
    setSending(true);
    setFailure(null);
    try {
      const sent = await remind.mutateAsync({
        id,
        leaseId,
        step,
        way,
        totalCents,
        sentBefore,
        editions,
        language,
        isBeside,
        enclosures: seenFiles(papers),
      });
      if (way !== 'mail') await download(`/api/letters?id=${id}`);
      offerUndo(t(`sent.${way}`), async () => {
        await takeBack.mutateAsync(sent);
        showSuccess(outbox('takenBack'));
      });
      onClose();
    } catch (error) {
      setFailure(error);
      // What is open may be another amount by now.
      await whenFresh();
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <SenderGap gap={mail.senderGap} />
      <WayChoice label={t('how')} canMail={mail.reason === null} value={way} onChange={setWay}>
        <p className="text-sm text-muted">
          {way === 'mail'
            ? t('mailTo', {
                addresses: mail.recipients.map((one) => one.address).join(', '),
                replyTo: mail.replyTo ?? '',
              })
            : t('ownPost')}
          {reminder.interestCents + reminder.feeCents > 0 && ` ${t('charged')}`}
        </p>
        <EnclosuresNote papers={papers} way={way} />
        {way === 'mail' && mail.without.length > 0 && (
          <Notice tone="warning">
            {t('mailWithout', { names: mail.without.map((one) => one.name).join(', ') })}
          </Notice>
        )}
        {mail.reason !== null && <p className="text-sm text-muted">{t(`noMail.${mail.reason}`)}</p>}
      </WayChoice>
      {failure !== null && (
        <Notice tone="danger" live>
          {words.failure(failure)}
        </Notice>
      )}
      <DialogActions>
        <Button look="tertiary" pending={isLooking} onClick={() => void look()}>
          {t('preview')}
        </Button>
        <Button
          look="primary"
          icon={way === 'mail' ? mailIcon : downloadIcon}
          pending={isSending}
          disabled={areTooLarge(papers, way)}
          onClick={() => void send()}
        >
          {t(way === 'mail' ? 'sendMail' : 'send')}
        </Button>
      </DialogActions>
    </>
  );
}
