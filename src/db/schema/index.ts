export * from './document.ts';
export * from './lease.ts';
export * from './ledger.ts';
export * from './portfolio.ts';
export * from './property.ts';
export * from './tenant.ts';
export * from './transaction.ts';
