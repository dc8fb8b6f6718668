import { useDownload } from '@/components/use-download';
import { LETTERS_AT_ONCE } from '../pages';

/** Saves letters as they were sent, to be printed: a ZIP of each hundred. Where one cannot be made the page says why. */
export function useSaveLetters(): (ids: readonly string[]) => Promise<void> {
  const download = useDownload();
  return async (ids) => {
    for (let from = 0; from < ids.length; from += LETTERS_AT_ONCE) {
      await download(`/api/letters?ids=${ids.slice(from, from + LETTERS_AT_ONCE).join(',')}`);
    }
  };
}
