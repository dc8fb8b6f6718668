'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { mailIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import type { LetterWay } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { languageName } from '@/i18n/language-name';
import { useRefresh } from '@/i18n/use-refresh';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import {
  areTooLarge,
  EnclosuresNote,
  type Paper,
  PaperPicker,
  seenFiles,
} from '../../outbox/components/letter-enclosures';
import { useSaveLetters } from '../../outbox/components/use-save-letters';
import { WayChoice } from '../../outbox/components/way-choice';

type Place = { propertyId: string; from: string; to: string };
type NoMail = NonNullable<Outputs['costStatement']['get']['sent']>['noMail'];

/** Sends what has not gone yet of a settled statement; what goes on paper is saved to be printed. */
export function SendLetters({
  count,
  ...of
}: {
  place: Place;
  version: number;
  count: number;
  noMail: NoMail;
}) {
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
        <ChooseWay {...of} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ChooseWay({
  place,
  version,
  noMail,
  onClose,
}: {
  place: Place;
  /** The last one, which is shown. */
  version: number;
  noMail: NoMail;
  onClose: () => void;
}) {
  const t = useTranslations('CostStatements.sendLetters');
  const reminder = useTranslations('Reminder');
  const language = useLocale();
  const refresh = useRefresh();
  const words = useErrorWords();
  const saveLetters = useSaveLetters();
  const [way, setWay] = useState<LetterWay>(noMail === null ? 'mail' : 'post');
  const [isBeside, setBeside] = useState(false);
  const [papers, setPapers] = useState<readonly Paper[]>([]);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sendLetters = trpc.costStatement.sendLetters.useMutation({ retry: retryTransient });
  const send = async () => {
    setPending(true);
    setFailure(null);
    try {
      const { mailed, paperIds } = await sendLetters.mutateAsync({
        ...place,
        version,
        way,
        language,
        isBeside,
        enclosures: seenFiles(papers),
      });
      // They are sent: what is printed of them may take its time, and says itself where it fails.
      showSuccess(t('done', { mailed, onPaper: paperIds.length }));
      onClose();
      refresh();
      await saveLetters(paperIds);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <WayChoice label={t('how')} canMail={noMail === null} value={way} onChange={setWay}>
        <p className="text-sm text-muted">{t(way === 'mail' ? 'mailHint' : 'paperHint')}</p>
        <EnclosuresNote papers={papers} way={way} ofMany />
        {noMail !== null && <p className="text-sm text-muted">{reminder(`noMail.${noMail}`)}</p>}
      </WayChoice>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={isBeside}
          onChange={(event) => setBeside(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        {t('beside', { language: languageName(language, language) })}
      </label>
      <HousePapers place={place} papers={papers} onChange={setPapers} />
      {failure !== null && (
        <Notice tone="danger" live>
          {words.failure(failure)}
        </Notice>
      )}
      <DialogActions>
        <Button
          look="primary"
          icon={mailIcon}
          pending={isPending}
          disabled={areTooLarge(papers, way)}
          onClick={() => void send()}
        >
          {t('send')}
        </Button>
      </DialogActions>
    </div>
  );
}

/** What comes with each of the letters. */
function HousePapers({
  place,
  ...chosen
}: {
  place: Place;
  papers: readonly Paper[];
  onChange: (papers: Paper[]) => void;
}) {
  const t = useTranslations('CostStatements.sendLetters');
  const [search, setSearch] = useState('');
  const found = trpc.costStatement.enclosable.useQuery(
    { ...place, search: useDebounced(search) },
    { placeholderData: keepPreviousData },
  );
  const words = { placeholder: t('searchPapers'), emptyText: t('noPapers') };
  return <PaperPicker {...chosen} {...words} found={found.data ?? []} onSearch={setSearch} />;
}
