import { useTranslations } from 'next-intl';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { decisionOf } from '../rules';
import type { WaitingLine } from './proposal';

/** What can be decided of lines; each decision says what it did and offers to take it back. */
export function useDecisions() {
  const t = useTranslations('Bank');
  const words = useErrorWords();
  const formats = useFormats();
  const offerUndo = useUndo();
  const accept = trpc.bank.accept.useMutation({ retry: retryTransient });
  const leave = trpc.bank.leaveOut.useMutation({ retry: retryTransient });
  const certain = trpc.bank.acceptCertain.useMutation({ retry: retryTransient });
  const reopen = trpc.bank.reopen.useMutation({ retry: retryTransient });

  const takeBack = async (lines: readonly { id: string; version: number }[]) => {
    for (const { id, version } of lines) await reopen.mutateAsync({ lineId: id, version });
    showSuccess(t('undone'));
  };
  const isBusy = accept.isPending || leave.isPending || certain.isPending;

  /** Whether it worked; what failed is said. */
  async function decide(work: () => Promise<{ message: string; lines: { id: string; version: number }[] }>) {
    try {
      const { message, lines } = await work();
      offerUndo(message, () => takeBack(lines));
      return true;
    } catch (error) {
      showFailure(words.failure(error));
      return false;
    }
  }

  return {
    isBusy,
    acceptLine: (line: WaitingLine) => {
      const parts = decisionOf(line.match);
      if (parts === null) return Promise.resolve(false);
      const amount = formatMoney(Math.abs(line.amountCents), formats.currency, formats);
      const name = line.name ?? t('unnamed');
      return decide(async () => {
        const decided = await accept.mutateAsync({ id: newId(), lineId: line.id, parts });
        const kind = parts[0]?.kind;
        const message =
          kind === 'evidence' || kind === 'booked' || kind === 'deposit_paid'
            ? t('proved', { amount, name })
            : kind === 'return' || kind === 'deposit_returned'
              ? t('returned', { name })
              : t('accepted', { amount, name });
        return { message, lines: [decided] };
      });
    },
    leaveOut: (line: WaitingLine, forGood = false) =>
      decide(async () => ({
        message: t(forGood ? 'leftOutForGood' : 'leftOut', { name: line.name ?? t('unnamed') }),
        lines: [await leave.mutateAsync({ lineId: line.id, forGood })],
      })),
    acceptCertain: (lines: readonly WaitingLine[]) =>
      decide(async () => {
        const { accepted, refused } = await certain.mutateAsync({
          lines: lines.map((line) => ({ id: newId(), lineId: line.id })),
        });
        const [first] = refused;
        if (first) {
          const reason = words.failure({ code: first.code, params: first.params, fields: {} });
          showFailure(t('refusedCertain', { count: refused.length, reason }));
        }
        return { message: t('acceptedCertain', { count: accepted.length }), lines: accepted };
      }),
  };
}
