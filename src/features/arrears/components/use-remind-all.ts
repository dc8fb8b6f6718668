import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { showSuccess } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { useUndo } from '@/components/use-undo';
import { inPostalOrder } from '@/domain/postal-order';
import type { Language, LetterWay } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';

export type DueReminder = Outputs['arrears']['reminder'] & { leaseId: string };
type Reminder = DueReminder & { way: LetterWay };
type Failure = { leaseId: string; who: string; why: string };
type SentLetter = { id: string; version: number; way: LetterWay };

/**
 * Sends reminders one after the other, each by itself: one that is refused, because somebody paid or was reminded
 * meanwhile, keeps no other from going. A try that got no answer is repeated under the same id, and sends nothing twice.
 */
export function useRemindAll({ language, onClose }: { language: Language; onClose: () => void }) {
  const t = useTranslations('RemindAll');
  const outbox = useTranslations('Outbox');
  const words = useErrorWords();
  const download = useDownload();
  const offerUndo = useUndo();
  const ids = useRef(new Map<string, string>());
  /** So many are through; null before and after. */
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);
  const remind = trpc.arrears.remind.useMutation({ retry: retryTransient });
  const takeBack = trpc.outbox.takeBack.useMutation({ retry: retryTransient });

  const sendOne = async ({
    leaseId,
    step,
    way,
    totalCents,
    sentBefore,
    editions,
  }: Reminder): Promise<SentLetter> => {
    const id = ids.current.get(leaseId) ?? newId();
    ids.current.set(leaseId, id);
    const asked = { id, leaseId, step, way, totalCents, sentBefore, editions, language };
    return { ...(await remind.mutateAsync(asked)), way };
  };

  const send = async (reminders: readonly Reminder[]) => {
    const sent: SentLetter[] = [];
    const refused: Failure[] = [];
    for (const one of inPostalOrder(reminders)) {
      setDone(sent.length);
      try {
        sent.push(await sendOne(one));
      } catch (error) {
        refused.push({ leaseId: one.leaseId, who: one.tenants.join(', '), why: words.failure(error) });
      }
    }
    const onPaper = sent.filter(({ way }) => way !== 'mail').map(({ id }) => id);
    if (onPaper.length > 0) await download(`/api/letters?ids=${onPaper.join(',')}`);
    setDone(null);
    setFailures(refused);
    if (sent.length > 0) {
      offerUndo(t('done', { count: sent.length }), async () => {
        for (const { id, version } of sent) await takeBack.mutateAsync({ id, version });
        showSuccess(outbox('takenBack'));
      });
    }
    if (refused.length === 0) onClose();
  };
  return { send, done, failures };
}
