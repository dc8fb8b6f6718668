'use client';

import { saveFile } from '@/components/save-file';
import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';

/** Hands the file of a collection to the browser's downloads. */
export function useDebitFile(): (collectionId: string) => Promise<void> {
  const words = useErrorWords();
  const { client } = trpc.useUtils();
  return async (collectionId) => {
    try {
      const { name, xml } = await client.debit.file.query({ id: collectionId });
      saveFile(new Blob([xml], { type: 'application/xml' }), name);
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
}
