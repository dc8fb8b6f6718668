import { trpc } from '@/trpc/client';
import type { TenantValues } from './tenant-fields';

/** The tenant as the page was served, and as they become after each change. */
export function useTenant(served: TenantValues): TenantValues {
  const { data } = trpc.tenant.get.useQuery({ id: served.id }, { initialData: served });
  return data;
}
