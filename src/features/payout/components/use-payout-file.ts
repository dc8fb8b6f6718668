import { useSaveXml } from '@/components/use-save-xml';
import { trpc } from '@/trpc/client';

/** Hands a file of transfers to the browser's downloads. */
export function usePayoutFile(): (payoutId: string) => Promise<void> {
  const save = useSaveXml();
  const { client } = trpc.useUtils();
  return (id) => save(() => client.payout.file.mutate({ id }));
}
