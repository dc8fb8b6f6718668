'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
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
};

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
  const ask = (file: File, outcome: OpenQuestion['outcome']) =>
    setQuestions((before) => [...before, { key: newId(), file, name: fileNameOf(file), outcome }]);

  function tell(name: string, outcome: Extract<Outcome, { kind: 'imported' }>) {
    const { importId, newLines, knownLines, pendingLines } = outcome;
    const sentence = t('read', { name, count: newLines, known: knownLines, pending: pendingLines });
    if (importId === null) return showSuccess(sentence);
    offerUndo(sentence, async () => {
      await takeBack.mutateAsync({ importId });
      showSuccess(t('importUndone', { name }));
    });
  }

  async function readOne(file: File, bankAccountId: string | null) {
    const fileName = fileNameOf(file);
    setReading(fileName);
    try {
      const packed = await packFile(file);
      if (packed === null) return ask(file, { kind: 'too_large' });
      const outcome = await send.mutateAsync({ id: newId(), fileName, packed, bankAccountId });
      if (outcome.kind === 'imported') tell(fileName, outcome);
      else ask(file, outcome);
    } catch (error) {
      ask(file, { kind: 'failed', reason: words.failure(error) });
    } finally {
      setReading(null);
    }
  }

  async function read(files: readonly File[], bankAccountId: string | null = null) {
    for (const file of files) await readOne(file, bankAccountId);
  }

  return { read, reading, questions, close };
}
