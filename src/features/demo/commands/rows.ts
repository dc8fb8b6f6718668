import type * as schema from '../../../db/schema/index.ts';

/** The rows of a portfolio by table, each table after those it points at. */
export type Rows = {
  portfolio: (typeof schema.portfolio.$inferInsert)[];
  member: (typeof schema.member.$inferInsert)[];
  landlord: (typeof schema.landlord.$inferInsert)[];
  bankAccount: (typeof schema.bankAccount.$inferInsert)[];
  bankImport: (typeof schema.bankImport.$inferInsert)[];
  bankStatement: (typeof schema.bankStatement.$inferInsert)[];
  bankLine: (typeof schema.bankLine.$inferInsert)[];
  category: (typeof schema.category.$inferInsert)[];
  property: (typeof schema.property.$inferInsert)[];
  propertyOwner: (typeof schema.propertyOwner.$inferInsert)[];
  valuation: (typeof schema.valuation.$inferInsert)[];
  unit: (typeof schema.unit.$inferInsert)[];
  unitPeriod: (typeof schema.unitPeriod.$inferInsert)[];
  tenant: (typeof schema.tenant.$inferInsert)[];
  lease: (typeof schema.lease.$inferInsert)[];
  leaseUnit: (typeof schema.leaseUnit.$inferInsert)[];
  leaseTenant: (typeof schema.leaseTenant.$inferInsert)[];
  household: (typeof schema.household.$inferInsert)[];
  rent: (typeof schema.rent.$inferInsert)[];
  rentLine: (typeof schema.rentLine.$inferInsert)[];
  charge: (typeof schema.charge.$inferInsert)[];
  chargeLine: (typeof schema.chargeLine.$inferInsert)[];
  payment: (typeof schema.payment.$inferInsert)[];
  allocation: (typeof schema.allocation.$inferInsert)[];
  openItem: (typeof schema.openItem.$inferInsert)[];
  credit: (typeof schema.credit.$inferInsert)[];
  deposit: (typeof schema.deposit.$inferInsert)[];
  depositMovement: (typeof schema.depositMovement.$inferInsert)[];
  meter: (typeof schema.meter.$inferInsert)[];
  handover: (typeof schema.handover.$inferInsert)[];
  handoverKey: (typeof schema.handoverKey.$inferInsert)[];
  handoverRoom: (typeof schema.handoverRoom.$inferInsert)[];
  handoverDefect: (typeof schema.handoverDefect.$inferInsert)[];
  meterReading: (typeof schema.meterReading.$inferInsert)[];
  heatingPlant: (typeof schema.heatingPlant.$inferInsert)[];
  heatingYear: (typeof schema.heatingYear.$inferInsert)[];
  costSharing: (typeof schema.costSharing.$inferInsert)[];
  association: (typeof schema.association.$inferInsert)[];
  associationYear: (typeof schema.associationYear.$inferInsert)[];
  associationEffort: (typeof schema.associationEffort.$inferInsert)[];
  mandate: (typeof schema.mandate.$inferInsert)[];
  collection: (typeof schema.collection.$inferInsert)[];
  collectionItem: (typeof schema.collectionItem.$inferInsert)[];
  payout: (typeof schema.payout.$inferInsert)[];
  payoutItem: (typeof schema.payoutItem.$inferInsert)[];
  letter: (typeof schema.letter.$inferInsert)[];
  letterItem: (typeof schema.letterItem.$inferInsert)[];
  letterTenant: (typeof schema.letterTenant.$inferInsert)[];
  letterTemplate: (typeof schema.letterTemplate.$inferInsert)[];
  reminderRule: (typeof schema.reminderRule.$inferInsert)[];
  recurring: (typeof schema.recurring.$inferInsert)[];
  recurringAmount: (typeof schema.recurringAmount.$inferInsert)[];
  transaction: (typeof schema.transaction.$inferInsert)[];
  transactionShare: (typeof schema.transactionShare.$inferInsert)[];
  auditEvent: (typeof schema.auditEvent.$inferInsert)[];
};

export const emptyRows = (): Rows => ({
  portfolio: [],
  member: [],
  landlord: [],
  bankAccount: [],
  bankImport: [],
  bankStatement: [],
  bankLine: [],
  category: [],
  property: [],
  propertyOwner: [],
  valuation: [],
  unit: [],
  unitPeriod: [],
  tenant: [],
  lease: [],
  leaseUnit: [],
  leaseTenant: [],
  household: [],
  rent: [],
  rentLine: [],
  charge: [],
  chargeLine: [],
  payment: [],
  allocation: [],
  openItem: [],
  credit: [],
  deposit: [],
  depositMovement: [],
  meter: [],
  handover: [],
  handoverKey: [],
  handoverRoom: [],
  handoverDefect: [],
  meterReading: [],
  heatingPlant: [],
  heatingYear: [],
  costSharing: [],
  association: [],
  associationYear: [],
  associationEffort: [],
  mandate: [],
  collection: [],
  collectionItem: [],
  payout: [],
  payoutItem: [],
  letter: [],
  letterItem: [],
  letterTenant: [],
  letterTemplate: [],
  reminderRule: [],
  recurring: [],
  recurringAmount: [],
  transaction: [],
  transactionShare: [],
  auditEvent: [],
});

/** What the first tenant of a lease is called. */
export function tenantOf(rows: Rows, leaseId: string): string {
  const tenantId = rows.leaseTenant.find((row) => row.leaseId === leaseId)?.tenantId;
  const tenant = rows.tenant.find((row) => row.id === tenantId);
  return tenant?.companyName ?? [tenant?.firstName, tenant?.lastName].filter(Boolean).join(' ');
}
