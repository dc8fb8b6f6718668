'use client';

import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

export type PropertyDetails = Outputs['property']['get'];

/** The property as the page was served with it, and as it becomes after each change. */
export function useProperty(served: PropertyDetails): PropertyDetails {
  const { data } = trpc.property.get.useQuery({ id: served.id }, { initialData: served });
  return data;
}

/** What shows a property and has to be read again after it changed. */
export function useRefreshProperty(id: string): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.property.get.invalidate({ id }),
      utils.property.list.invalidate(),
      utils.unit.list.invalidate({ propertyId: id }),
      utils.occupancy.ofProperty.invalidate({ propertyId: id }),
      utils.overview.get.invalidate(),
    ]);
}
