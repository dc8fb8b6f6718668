'use client';

import { trpc } from '@/trpc/client';
import { NewTransactionDialog } from './transaction-dialog';

/** Books income or expense from any page; what for is chosen in the form. */
export function BookAnywhere({ onClose }: { onClose: () => void }) {
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  return <NewTransactionDialog property={null} today={portfolio.today} onClose={onClose} />;
}
