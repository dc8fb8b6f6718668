import { useLocale, useTranslations } from 'next-intl';
import { Suspense, useState, useTransition } from 'react';
import { DateText } from '@/components/date-text';
import { Dialog } from '@/components/dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { FactList } from '@/components/fact-list';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { SegmentedChoice } from '@/components/segmented-choice';
import { SkeletonForm } from '@/components/skeleton-form';
import { type Language, type ReminderStep, reminderSteps } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { LetterEnclosures, type Paper } from '../../outbox/components/letter-enclosures';
import { SendReminder } from './send-reminder';

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
  const locale = useLocale();
  const [chosen, setChosen] = useState<ReminderStep | null>(null);
  const [isBeside, setBeside] = useState(false);
  const [papers, setPapers] = useState<readonly Paper[]>([]);
  // What is shown stays until the other tone is there.
  const [, startTransition] = useTransition();
  const [reminder] = trpc.arrears.reminder.useSuspenseQuery({ leaseId, step: chosen });
  if (reminder.items.length === 0)
    return <p className="text-sm text-muted">{t(reminder.leftCents > 0 ? 'buyers' : 'nothing')}</p>;
  const language = reminder.language ?? locale;
  return (
    <div className="flex flex-col gap-5">
      <Proposal reminder={reminder} />
      <SegmentedChoice
        label={t('tone')}
        options={reminderSteps.map((step) => ({ value: step, label: t(step) }))}
        value={reminder.step}
        onChange={(step) => startTransition(() => setChosen(step))}
      />
      <Facts reminder={reminder} language={language} />
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
      {isBeside && isOwnIn(reminder, language) && !isOwnIn(reminder, locale) && (
        <Notice tone="warning">{t('besideOurs', { language: languageName(locale, locale) })}</Notice>
      )}
      <LetterEnclosures leaseId={leaseId} papers={papers} onChange={setPapers} />
      {!reminder.sentTo && <Notice tone="warning">{t('noAddress')}</Notice>}
      {!reminder.payment && <Notice tone="warning">{t('noAccount')}</Notice>}
      {reminder.step === 'last' && reminder.isGerman && <p className="text-sm text-muted">{t('lawyer')}</p>}
      <SendReminder
        leaseId={leaseId}
        reminder={reminder}
        isBeside={isBeside && language !== locale}
        papers={papers}
        onClose={onClose}
      />
    </div>
  );
}

type Shown = Outputs['arrears']['reminder'];

/** What the portfolio’s rule says, with how it comes to that. */
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

const isOwnIn = ({ texts }: Shown, language: Language) => texts.some((text) => text.language === language);

function Facts({ reminder, language }: { reminder: Shown; language: Language }) {
  const t = useTranslations('Reminder');
  const words = useTranslations('ReminderTexts');
  const locale = useLocale();
  const own = reminder.texts.find((text) => text.language === language);
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
        ...(reminder.leftCents > 0
          ? [{ label: t('left'), value: <Money amountCents={reminder.leftCents} /> }]
          : []),
        ...(reminder.feeCents > 0
          ? [{ label: t('fee'), value: <Money amountCents={reminder.feeCents} /> }]
          : []),
        ...(reminder.last ? [{ label: t('lastSent'), value: <LastSent last={reminder.last} /> }] : []),
        { label: t('payBy'), value: <DateText day={reminder.payBy} /> },
        { label: t('language'), value: languageName(language, locale) },
        { label: t('words'), value: own ? words('own', { version: String(own.version) }) : words('ours') },
      ]}
    />
  );
}

function LastSent({ last: { step, sentOn } }: { last: NonNullable<Shown['last']> }) {
  const t = useTranslations('Reminder');
  return (
    <>
      {t(step)}, <DateText day={sentOn} />
    </>
  );
}
