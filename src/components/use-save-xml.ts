import { useErrorWords } from '@/i18n/error-words';
import { saveFile } from './save-file';
import { showFailure } from './toast';

/** Hands a file for a bank to the browser's downloads; where it cannot be had, the page stays and says why. */
export function useSaveXml(): (ask: () => Promise<{ name: string; xml: string }>) => Promise<void> {
  const words = useErrorWords();
  return async (ask) => {
    try {
      const { name, xml } = await ask();
      saveFile(new Blob([xml], { type: 'application/xml' }), name);
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
}
