const money = [
  'ledger',
  'charge',
  'rent',
  'payment',
  'deposit',
  'arrears',
  'lease',
  'tenant',
  'statistics',
  'overview',
];
const bookings = ['recurring', 'transaction', 'category', 'statistics', 'overview'];

/** Which routers' answers a change of an entity may have changed. */
const affected: Record<string, readonly string[]> = {
  property: ['property', 'unit', 'occupancy', 'lease', 'tenant', 'document', 'statistics', 'overview'],
  unit: ['unit', 'occupancy', 'property', 'lease', 'tenant', 'statistics', 'overview'],
  tenant: ['tenant', 'lease', 'arrears', 'document', 'statistics', 'overview'],
  lease: [...money, 'unit', 'occupancy', 'property', 'handover'],
  charge: money,
  payment: money,
  deposit: money,
  handover: ['handover', 'meter'],
  meter: ['handover', 'meter'],
  recurring: bookings,
  transaction: [...bookings, 'document'],
  category: bookings,
  document: ['document', 'transaction', 'statistics', 'overview'],
  landlord: ['landlord', 'property'],
  legal_figure: ['legal', ...money],
  bank_account: ['bankAccount'],
};

/** Whether the answer of `router` may be another after a change of `entity`; of an unknown entity, any may. */
export function isAffected(router: string, entity: string): boolean {
  const routers = Object.hasOwn(affected, entity) ? affected[entity] : undefined;
  return routers === undefined || routers.includes(router);
}
