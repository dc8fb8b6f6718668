'use client';

import { type ReactNode, useCallback } from 'react';
import { LastChangeProvider } from '@/components/form/last-change';
import { trpc } from '@/trpc/client';

/** Lets the forms of the signed-in pages ask who changed their record. */
export function WhoChanged({ children }: { children: ReactNode }) {
  const { client } = trpc.useUtils();
  const ask = useCallback((entityId: string) => client.live.lastChange.query({ entityId }), [client]);
  return <LastChangeProvider value={ask}>{children}</LastChangeProvider>;
}
