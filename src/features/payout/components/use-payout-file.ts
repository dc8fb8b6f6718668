'use client';

import { saveFile } from '@/components/save-file';
import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';

/** Hands a file of transfers to the browser's downloads. */
export function usePayoutFile(): (payoutId: string) => Promise<void> {
  const words = useErrorWords();
  const { client } = trpc.useUtils();
  return async (payoutId) => {
    try {
      const { name, xml } = await client.payout.file.query({ id: payoutId });
      saveFile(new Blob([xml], { type: 'application/xml' }), name);
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
}
