/**
 * What is changed in a portfolio, by the name under which the journal keeps it and the stream of changes tells it.
 * What each may alter on a screen stands in `src/trpc/freshness.ts`.
 */
export const auditedEntities = [
  'association',
  'bank_account',
  'bank_import',
  'bank_line',
  'bank_rule',
  'category',
  'charge',
  'collection',
  'cost_agreement',
  'cost_sharing',
  'cost_statement',
  'deposit',
  'document',
  'export',
  'handover',
  'heating_plant',
  'landlord',
  'lease',
  'legal_figure',
  'letter',
  'letter_template',
  'mandate',
  'member',
  'meter',
  'objection',
  'payment',
  'payout',
  'portfolio',
  'property',
  'receipt_room',
  'recurring',
  'reminder_rule',
  'tenant',
  'transaction',
  'unit',
  'upload',
] as const;

/** What is a person's own: no portfolio's journal keeps it, and no stream tells it. */
export const personalEntities = ['departure', 'membership', 'profile', 'session'] as const;

export type AuditedEntity = (typeof auditedEntities)[number];
export type PersonalEntity = (typeof personalEntities)[number];
export type Entity = AuditedEntity | PersonalEntity;
