'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { mailIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { SegmentedChoice } from '@/components/segmented-choice';
import { showSuccess } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { type LetterWay, letterWays } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { useRouter } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

type Place = { propertyId: string; from: string; to: string };

/** Sends what has not gone yet of a settled statement; what goes on paper is saved to be printed. */
export function SendLetters({ place, count }: { place: Place; count: number }) {
  const t = useTranslations('CostStatements.sendLetters');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon={mailIcon} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title={t('title')}
        description={t('text', { count })}
      >
        <ChooseWay place={place} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ChooseWay({ place, onClose }: { place: Place; onClose: () => void }) {
  const t = useTranslations('CostStatements.sendLetters');
  const ways = useTranslations('Reminder.ways');
  const language = useLocale();
  const router = useRouter();
  const words = useErrorWords();
  const download = useDownload();
  const [way, setWay] = useState<LetterWay>('mail');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sendLetters = trpc.costStatement.sendLetters.useMutation({ retry: retryTransient });
  const send = async () => {
    setPending(true);
    setFailure(null);
    try {
      const counted = await sendLetters.mutateAsync({ ...place, way, language });
      if (counted.onPaper > 0) await download(`/api/account/cost-statement?${new URLSearchParams(place)}`);
      showSuccess(t('done', counted));
      onClose();
      router.refresh();
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p className="text-sm text-muted">{t('how')}</p>
        <SegmentedChoice
          label={t('how')}
          options={letterWays.map((one) => ({ value: one, label: ways(one) }))}
          value={way}
          onChange={setWay}
        />
        <p className="text-sm text-muted">{t(way === 'mail' ? 'mailHint' : 'paperHint')}</p>
      </div>
      {failure !== null && (
        <Notice tone="danger" live>
          {words.failure(failure)}
        </Notice>
      )}
      <DialogActions>
        <Button look="primary" icon={mailIcon} pending={isPending} onClick={() => void send()}>
          {t('send')}
        </Button>
      </DialogActions>
    </div>
  );
}
