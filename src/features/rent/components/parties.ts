/** A charge a payment may be for, and who owes it. */
export type Payable = {
  id: string;
  leaseId: string;
  tenants: readonly { name: string }[];
  unitNames: readonly string[];
};

/** `Änne Müller · Flat 2` */
export const partiesOf = ({ tenants, unitNames }: Pick<Payable, 'tenants' | 'unitNames'>): string =>
  [tenants.map((tenant) => tenant.name).join(', '), unitNames.join(' + ')].filter(Boolean).join(' · ');
