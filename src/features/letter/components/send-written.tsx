import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { downloadIcon, mailIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { useUndo } from '@/components/use-undo';
import type { LetterWay } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { useGo } from '@/i18n/use-go';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { retryTransient } from '@/trpc/query-client';
import {
  areTooLarge,
  EnclosuresNote,
  type Paper,
  seenFiles,
} from '../../outbox/components/letter-enclosures';
import { SenderGap } from '../../outbox/components/sender-gap';
import { WayChoice } from '../../outbox/components/way-choice';
import { isFaulty } from '../compose-rules';
import { useAttempt } from './use-attempt';
import { isLonger, type Marks } from './use-marks';
import type { Written } from './use-texts';
import type { Chosen, Look } from './write-letter';

/** How the letter goes: by mail, or written down as sent and saved to be printed. Then to where it is remembered. */
export function SendWritten({
  leaseId,
  tenantId,
  look,
  chosen,
  own,
  beside,
  papers,
  marks,
  isPending,
  onSent,
}: {
  leaseId: string;
  tenantId: string;
  look: Look;
  chosen: Chosen;
  own: Written;
  beside: Written | null;
  papers: readonly Paper[];
  marks: Marks;
  /** Another look is on its way. */
  isPending: boolean;
  onSent: () => void;
}) {
  const t = useTranslations('WriteLetter');
  const reminder = useTranslations('Reminder');
  const outbox = useTranslations('Outbox');
  const words = useErrorWords();
  const download = useDownload();
  const offerUndo = useUndo();
  const go = useGo();
  const attemptWith = useAttempt();
  const { mail, form } = look;
  const canMail = form === 'text' && mail.reason === null;
  const [way, setWay] = useState<LetterWay>(canMail ? 'mail' : 'post');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const post = trpc.letter.send.useMutation({ retry: retryTransient });
  const takeBack = trpc.outbox.takeBack.useMutation({ retry: retryTransient });
  const said = beside ? [own.composed, beside.composed] : [own.composed];
  /** The fields that had to be filled and are empty. */
  const names = [...new Set(said.flatMap((one) => one.empty))].map(marks.nameOf);
  const isTooLong = [own, ...(beside ? [beside] : [])].some(
    ({ text }) => isLonger('subject', text.subject, marks) || isLonger('body', text.body, marks),
  );
  const canSend =
    !areTooLarge(papers, way) &&
    !isTooLong &&
    names.length === 0 &&
    said.every((one) => !isFaulty(one) && one.blocks.length > 0 && one.subject !== '');

  const send = async () => {
    setSending(true);
    setFailure(null);
    const other = beside && { language: beside.language, ...beside.stored };
    const enclosures = seenFiles(papers);
    const { paymentId, month, templateId } = chosen;
    const ids = attemptWith(JSON.stringify([own.stored, other, enclosures, paymentId, month]));
    try {
      const { kind, language, seen } = look;
      const sent = await post.mutateAsync({
        ...ids,
        leaseId,
        kind,
        language,
        way,
        seen,
        paymentId,
        month,
        templateId,
        beside: other,
        enclosures,
        ...own.stored,
      });
      onSent();
      if (way !== 'mail') await download(`/api/letters?id=${ids.id}`);
      offerUndo(t(`sent.${way}`), async () => {
        await takeBack.mutateAsync(sent);
        showSuccess(outbox('takenBack'));
      });
      go({ pathname: '/tenant/[id]/account', params: { id: tenantId } });
    } catch (error) {
      setFailure(error);
      // What fills the gaps may be something else by now.
      await whenFresh();
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      {names.length > 0 && <Notice tone="warning">{t('empty', { names: names.join(', ') })}</Notice>}
      {!look.hasAddress && <Notice tone="warning">{t('noAddress')}</Notice>}
      <SenderGap gap={mail.senderGap} />
      <WayChoice label={t('how')} canMail={canMail} value={way} onChange={setWay}>
        <p className="text-sm text-muted">
          {way === 'mail'
            ? t('mailTo', {
                addresses: mail.recipients.map((one) => one.address).join(', '),
                replyTo: mail.replyTo ?? '',
              })
            : t('onPaper')}
        </p>
        <EnclosuresNote papers={papers} way={way} />
        {way === 'mail' && mail.without.length > 0 && (
          <Notice tone="warning">
            {t('mailWithout', { names: mail.without.map((one) => one.name).join(', ') })}
          </Notice>
        )}
        {form === 'text' && mail.reason !== null && (
          <p className="text-sm text-muted">{reminder(`noMail.${mail.reason}`)}</p>
        )}
      </WayChoice>
      {failure !== null && (
        <Notice tone="danger" live>
          {words.failure(failure)}
        </Notice>
      )}
      <Button
        look="primary"
        icon={way === 'mail' ? mailIcon : downloadIcon}
        pending={isSending}
        disabled={!canSend || isPending}
        className="self-end"
        onClick={() => void send()}
      >
        {t(way === 'mail' ? 'sendMail' : 'sendPaper')}
      </Button>
    </div>
  );
}
