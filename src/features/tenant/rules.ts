import type { PartyKind } from '@/lib/vocabulary';

type Named = {
  kind: PartyKind;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
};

/** The name as it is written on a letter: "Anna Müller", "Müller GmbH". */
export function tenantName(tenant: Named): string {
  if (tenant.kind === 'company') return tenant.companyName ?? '';
  return [tenant.firstName, tenant.lastName].filter(Boolean).join(' ');
}

/** A person has no company's name and a company no person's: what belongs to the other kind is dropped. */
export function ownNamesOnly<T extends Named>(tenant: T): T {
  return tenant.kind === 'company'
    ? { ...tenant, firstName: null, lastName: null }
    : { ...tenant, companyName: null };
}
