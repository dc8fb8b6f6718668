import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { mailIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import type { LetterWay } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { SenderGap } from '../../outbox/components/sender-gap';
import { useSaveLetters } from '../../outbox/components/use-save-letters';
import { WayChoice } from '../../outbox/components/way-choice';

/** Tells the tenants of a file beforehand, each once; what goes on paper is saved to be printed. */
export function TellBeforehand({ file }: { file: Outputs['debit']['collection'] }) {
  const t = useTranslations('Debits');
  const language = useLocale();
  const formats = useFormats();
  const words = useErrorWords();
  const saveLetters = useSaveLetters();
  const [{ today }] = trpc.portfolio.get.useSuspenseQuery();
  const [way, setWay] = useState<LetterWay>(file.canMail ? 'mail' : 'post');
  const [failure, setFailure] = useState<unknown>(null);
  const tell = trpc.debit.tellBeforehand.useMutation({ retry: retryTransient });
  const untold = file.items.filter((item) => item.notice === null && item.state !== 'cancelled');
  if (!file.canTell || untold.length === 0) return null;
  const send = async () => {
    setFailure(null);
    try {
      const { mailed, paperIds } = await tell.mutateAsync({ id: file.id, way, language });
      const told = [
        mailed > 0 && t('toldMailed', { count: mailed }),
        paperIds.length > 0 && t('toldOnPaper', { count: paperIds.length }),
      ].filter(Boolean);
      showSuccess(told.join(' ') || t('toldBefore'));
      await saveLetters(paperIds);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <WayChoice
        label={t('tellHow', { count: untold.length })}
        canMail={file.canMail}
        value={way}
        onChange={setWay}
      >
        <p className="text-sm text-muted">
          {t(today > file.noticeBy ? 'tellLate' : 'tellBy', { day: formatDate(file.noticeBy, formats) })}
        </p>
      </WayChoice>
      <SenderGap gap={file.senderGap} />
      {failure !== null && (
        <Notice tone="danger" live>
          {words.failure(failure)}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button icon={mailIcon} pending={tell.isPending} onClick={() => void send()}>
          {t('tell')}
        </Button>
      </div>
    </div>
  );
}
