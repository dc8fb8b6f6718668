import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { mailIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import type { LetterWay } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import { SenderGap } from '../../outbox/components/sender-gap';
import { WayChoice } from '../../outbox/components/way-choice';
import { type DueReminder, useRemindAll } from './use-remind-all';

/** What is proposed today, looked through and sent with one click. */
export function RemindAllDialog({
  leaseIds,
  left,
  onClose,
}: {
  leaseIds: string[];
  /** So many wait for the next time. */
  left: number;
  onClose: () => void;
}) {
  const t = useTranslations('RemindAll');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t('title')}
      description={t('text')}
    >
      <Suspense fallback={<SkeletonForm fields={4} />}>
        <Reminders leaseIds={leaseIds} left={left} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

/** Each as it would go now. They stay as they were looked at while they are sent one after the other. */
function useReminders(leaseIds: string[]): DueReminder[] {
  const { client } = trpc.useUtils();
  const { data } = useSuspenseQuery({
    queryKey: ['letters of today', leaseIds],
    queryFn: () =>
      Promise.all(
        leaseIds.map(async (leaseId) => ({
          ...(await client.arrears.reminder.query({ leaseId, step: null })),
          leaseId,
        })),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data.filter((one) => one.items.length > 0);
}

function Reminders({ leaseIds, left, onClose }: { leaseIds: string[]; left: number; onClose: () => void }) {
  const t = useTranslations('RemindAll');
  const reminders = useReminders(leaseIds);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const canMail = reminders.some(({ mail }) => mail.reason === null);
  const [way, setWay] = useState<LetterWay>(canMail ? 'mail' : 'post');
  const { send, done, failures } = useRemindAll({ language: useLocale(), onClose });
  const chosen = reminders.filter(({ leaseId }) => !leftOut.includes(leaseId));
  const toggle = (leaseId: string) =>
    setLeftOut((before) =>
      before.includes(leaseId) ? before.filter((one) => one !== leaseId) : [...before, leaseId],
    );
  return (
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col divide-y divide-separator">
        {reminders.map((one) => (
          <li key={one.leaseId}>
            <ReminderRow
              reminder={one}
              way={wayOf(one, way)}
              isChosen={chosen.includes(one)}
              onToggle={() => toggle(one.leaseId)}
            />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-sm text-muted">{t('more', { count: left })}</p>}
      <SenderGap gap={chosen.find(({ mail }) => mail.senderGap !== null)?.mail.senderGap ?? null} />
      <WayChoice label={t('how')} canMail={canMail} value={way} onChange={setWay}>
        <p className="text-sm text-muted">{t(way === 'mail' ? 'mailHint' : 'paperHint')}</p>
      </WayChoice>
      {failures.length > 0 && (
        <Notice tone="danger" live title={t('failed', { count: failures.length })}>
          <ul>
            {failures.map(({ leaseId, who, why }) => (
              <li key={leaseId}>{t('failedOne', { who, why })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <DialogActions>
        <Button
          look="primary"
          icon={mailIcon}
          pending={done !== null}
          disabled={chosen.length === 0 || failures.length > 0}
          onClick={() => void send(chosen.map((one) => ({ ...one, way: wayOf(one, way) })))}
        >
          {done === null
            ? t('send', { count: chosen.length })
            : t('progress', { done: String(done), count: String(chosen.length) })}
        </Button>
      </DialogActions>
    </div>
  );
}

/** Whom no mail reaches gets a letter. */
const wayOf = ({ mail }: DueReminder, way: LetterWay): LetterWay =>
  way === 'mail' && mail.reason !== null ? 'post' : way;

const wayWords = { mail: 'byMail', post: 'byPost', handed_over: 'byHand' } as const;

function ReminderRow({
  reminder,
  way,
  isChosen,
  onToggle,
}: {
  reminder: DueReminder;
  way: LetterWay;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const t = useTranslations('RemindAll');
  const words = useTranslations('Explain.words');
  const isLost = way === 'post' && !reminder.sentTo;
  return (
    <label className="flex cursor-pointer items-start gap-2.5 py-3">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{reminder.tenants.join(', ')}</span>
        <span className="block text-sm text-muted">
          {words(`reminder_${reminder.step}`)} · {t(wayWords[way])}
          {isLost && <span className="text-danger"> · {t('noAddress')}</span>}
        </span>
      </span>
      <Money amountCents={reminder.totalCents} className="font-medium" />
    </label>
  );
}
