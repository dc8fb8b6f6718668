import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import type { ColumnAnswer } from './columns-dialog';
import { fileNameOf, packFile } from './pack-file';

type Outcome = Outputs['bank']['import'];

/** What became of a file that was not read, until somebody answers or closes it. */
export type OpenQuestion = {
  key: string;
  file: File;
  name: string;
  outcome:
    | Exclude<Outcome, { kind: 'imported' }>
    | { kind: 'too_large' }
    | { kind: 'failed'; reason: string };
  /** What the columns of a table were said to be, while the account is still asked for or the answer does not fit. */
  columns: ColumnAnswer | null;
  fault: Extract<Outcome, { kind: 'refused' }>['fault'] | null;
};

/** What a file is read with that does not say it itself. */
export type Answer = { bankAccountId: string | null; columns: ColumnAnswer | null };
const nothing: Answer = { bankAccountId: null, columns: null };

const ibanAsked = ({ outcome }: OpenQuestion) => (outcome.kind === 'account_unknown' ? outcome.iban : null);
const isOfOneAccount = (one: OpenQuestion, other: OpenQuestion) =>
  ibanAsked(one) !== null && ibanAsked(one) === ibanAsked(other);

/** Reads files one after the other: each whole or not at all, and each says what became of it. */
export function useImport() {
  const t = useTranslations('Bank');
  const words = useErrorWords();
  const offerUndo = useUndo();
  const [reading, setReading] = useState<string | null>(null);
  const [questions, setQuestions] = useState<OpenQuestion[]>([]);
  const send = trpc.bank.import.useMutation({ retry: retryTransient });
  const takeBack = trpc.bank.takeBackImport.useMutation({ retry: retryTransient });

  const close = (key: string) => setQuestions((before) => before.filter((one) => one.key !== key));
  const ask = (
    file: File,
    outcome: OpenQuestion['outcome'],
    more: Partial<Pick<OpenQuestion, 'columns' | 'fault'>> = {},
  ) =>
    setQuestions((before) => [
      ...before,
      { key: newId(), file, name: fileNameOf(file), outcome, columns: null, fault: null, ...more },
    ]);

  function tell(name: string, outcome: Extract<Outcome, { kind: 'imported' }>) {
    const { importId, newLines, knownLines, pendingLines, bookedLines } = outcome;
    const sentence = [
      t('read', { name, count: newLines, known: knownLines, pending: pendingLines }),
      ...(bookedLines > 0 ? [t('bookedByItself', { count: bookedLines })] : []),
    ].join(' ');
    if (importId === null) return showSuccess(sentence);
    offerUndo(sentence, async () => {
      await takeBack.mutateAsync({ importId });
      showSuccess(t('importUndone', { name }));
    });
  }

  async function readOne(file: File, { bankAccountId, columns }: Answer) {
    const fileName = fileNameOf(file);
    setReading(fileName);
    try {
      const packed = await packFile(file);
      if (packed === null) return ask(file, { kind: 'too_large' });
      const outcome = await send.mutateAsync({ id: newId(), fileName, packed, bankAccountId, columns });
      if (outcome.kind === 'imported') tell(fileName, outcome);
      else if (outcome.kind === 'refused' && columns !== null) return outcome.fault;
      else ask(file, outcome, { columns });
    } catch (error) {
      ask(file, { kind: 'failed', reason: words.failure(error) });
    } finally {
      setReading(null);
    }
  }

  async function read(files: readonly File[]) {
    for (const file of files) await readOne(file, nothing);
  }

  /** Reads a file again with what was asked, and with it all that wait for the same account. */
  async function answer(question: OpenQuestion, given: Partial<Answer>) {
    const waiting = questions.filter((one) => one.key !== question.key && isOfOneAccount(one, question));
    await answerOne(question, given);
    for (const one of waiting) await answerOne(one, {});
  }

  /** Where the answer about its columns does not fit it is asked again. */
  async function answerOne(question: OpenQuestion, given: Partial<Answer>) {
    const fault = await readOne(question.file, { ...nothing, columns: question.columns, ...given });
    const again = { ...question, columns: given.columns ?? null, fault: fault ?? null };
    setQuestions((before) =>
      before.flatMap((one) => (one.key !== question.key ? [one] : fault ? [again] : [])),
    );
  }

  return { read, answer, reading, questions, close };
}
