import { useSaveXml } from '@/components/use-save-xml';
import { trpc } from '@/trpc/client';

/** Hands the file of a collection to the browser's downloads. */
export function useDebitFile(): (collectionId: string) => Promise<void> {
  const save = useSaveXml();
  const { client } = trpc.useUtils();
  return (id) => save(() => client.debit.file.mutate({ id }));
}
