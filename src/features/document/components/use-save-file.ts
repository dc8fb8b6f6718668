import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';

/** Hands an address to the browser's own download, which names the file by what the server says. */
function save(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noopener noreferrer';
  link.click();
}

/** Saves one file under its own name, or several as one ZIP. */
export function useSaveFile() {
  const words = useErrorWords();
  const { client } = trpc.useUtils();
  return {
    async saveFile(id: string, versionId: string | null = null) {
      try {
        const { url } = await client.document.fileUrl.query({ id, versionId, use: 'save' });
        save(url);
      } catch (error) {
        showFailure(words.failure(error));
      }
    },
    /** Asked for once before: it renews a session that has run out, which a plain link could not. */
    async saveZip(ids: readonly string[]) {
      try {
        await client.document.usage.query();
        save(`/api/documents/zip?ids=${ids.join(',')}`);
      } catch (error) {
        showFailure(words.failure(error));
      }
    },
  };
}
