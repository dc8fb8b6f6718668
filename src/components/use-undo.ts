import { useTranslations } from 'next-intl';
import { useErrorWords } from '@/i18n/error-words';
import { showFailure, showUndoable } from './toast';

/** Says what was done and offers to take it back; what fails of that is said, too. */
export function useUndo(): (message: string, undo: () => Promise<unknown>) => void {
  const t = useTranslations('Form');
  const words = useErrorWords();
  return (message, undo) =>
    showUndoable(message, t('undo'), () => {
      undo().catch((error: unknown) => showFailure(words.failure(error)));
    });
}
