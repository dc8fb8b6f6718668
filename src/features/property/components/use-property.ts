import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

export type PropertyDetails = Outputs['property']['get'];

/** The property as the page was served with it, and as it becomes after each change. */
export function useProperty(served: PropertyDetails): PropertyDetails {
  const { data } = trpc.property.get.useQuery({ id: served.id }, { initialData: served });
  return data;
}
