import { useParams } from 'next/navigation';
import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { usePathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';

export type Payable = {
  leases: readonly { id: string; label: string }[];
  /** The lease whose page is open; else the form begins with the first. */
  leaseId: string | undefined;
};

/** Records a payment of a tenant by their leases; where there is none, `orElse`. */
export function usePay(onPay: (payable: Payable) => void) {
  const utils = trpc.useUtils();
  const words = useErrorWords();
  const { leaseId } = useParams();
  return async (tenantId: string, orElse?: () => void) => {
    try {
      const tenant = await utils.tenant.get.fetch({ id: tenantId });
      const leases = tenant.leases
        .filter((lease) => lease.voidedAt === null)
        .map((lease) => ({ id: lease.id, label: lease.units.map((unit) => unit.unitName).join(', ') }));
      if (leases.length === 0 && orElse) return orElse();
      onPay({ leases, leaseId: leases.find(({ id }) => id === leaseId)?.id });
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
}

/** Whose page is open, if it is a tenant's. */
export function useTenantHere(): string | null {
  const isAtTenant = usePathname().startsWith('/tenant/[id]');
  const { id } = useParams();
  return isAtTenant && typeof id === 'string' ? id : null;
}
