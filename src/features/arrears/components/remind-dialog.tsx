'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Suspense, useState, useTransition } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Dialog, DialogActions } from '@/components/dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { FactList } from '@/components/fact-list';
import { downloadIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { SegmentedChoice } from '@/components/segmented-choice';
import { SkeletonForm } from '@/components/skeleton-form';
import { useDownload } from '@/components/use-download';
import { type ReminderStep, reminderSteps } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** The letter about what is overdue: its tone, what it asks for, and the file. */
export function RemindDialog({ leaseId, onClose }: { leaseId: string; onClose: () => void }) {
  const t = useTranslations('Reminder');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('title')}
      description={t('text')}
    >
      <Suspense fallback={<SkeletonForm fields={3} />}>
        <Reminder leaseId={leaseId} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function Reminder({ leaseId, onClose }: { leaseId: string; onClose: () => void }) {
  const t = useTranslations('Reminder');
  const words = useTranslations('Form');
  const locale = useLocale();
  const download = useDownload();
  const [chosen, setChosen] = useState<ReminderStep | null>(null);
  const [isBeside, setBeside] = useState(false);
  const [isDownloading, setDownloading] = useState(false);
  // What is shown stays until the other tone is there.
  const [, startTransition] = useTransition();
  const [reminder] = trpc.arrears.reminder.useSuspenseQuery({ leaseId, step: chosen });
  if (reminder.items.length === 0) return <p className="text-sm text-muted">{t('nothing')}</p>;
  const language = reminder.language ?? locale;
  const save = async () => {
    const query = new URLSearchParams({ leaseId, step: reminder.step });
    if (isBeside && language !== locale) query.set('beside', 'own');
    setDownloading(true);
    await download(`/api/account/reminder?${query}`);
    setDownloading(false);
  };
  return (
    <div className="flex flex-col gap-5">
      <Proposal reminder={reminder} />
      <SegmentedChoice
        label={t('tone')}
        options={reminderSteps.map((step) => ({ value: step, label: t(step) }))}
        value={reminder.step}
        onChange={(step) => startTransition(() => setChosen(step))}
      />
      <Facts reminder={reminder} language={languageName(language, locale)} />
      {language !== locale && (
        <label className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={isBeside}
            onChange={(event) => setBeside(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          {t('beside', { language: languageName(locale, locale) })}
        </label>
      )}
      {!reminder.sentTo && <Notice tone="warning">{t('noAddress')}</Notice>}
      {!reminder.payment && <Notice tone="warning">{t('noAccount')}</Notice>}
      {reminder.step === 'last' && reminder.isGerman && <p className="text-sm text-muted">{t('lawyer')}</p>}
      <p className="text-sm text-muted">{t('ownPost')}</p>
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        <Button look="primary" icon={downloadIcon} pending={isDownloading} onClick={() => void save()}>
          {t('download')}
        </Button>
      </DialogActions>
    </div>
  );
}

type Shown = Outputs['arrears']['reminder'];

/** What the usual rule says, with how it comes to that. */
function Proposal({ reminder: { proposal } }: { reminder: Shown }) {
  const t = useTranslations('Reminder');
  const words = useTranslations('Explain.words');
  const { step, reason } = proposal.result;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
      <span className="text-muted">{t('proposal')}</span>
      <span>{words(step === null ? `reminder_${reason}` : `reminder_${step}`)}</span>
      <ExplainButton trace={proposal.trace} className="-my-1.5" />
    </p>
  );
}

function Facts({ reminder, language }: { reminder: Shown; language: string }) {
  const t = useTranslations('Reminder');
  const interest = {
    label: t('interest'),
    value: <Money amountCents={reminder.interestCents} />,
  };
  return (
    <FactList
      facts={[
        {
          label: t('asks'),
          value: (
            <>
              <Money amountCents={reminder.totalCents} className="font-medium" />{' '}
              <span className="text-sm text-muted">{t('items', { count: reminder.items.length })}</span>
            </>
          ),
        },
        ...(reminder.interestCents > 0 ? [interest] : []),
        { label: t('payBy'), value: <DateText day={reminder.payBy} /> },
        { label: t('language'), value: language },
      ]}
    />
  );
}
