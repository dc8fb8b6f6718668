import { sql } from 'drizzle-orm';
import { check, integer, jsonb, unique, uuid } from 'drizzle-orm/pg-core';
import type { DistributionKey } from '../../domain/vocabulary.ts';
import { belongsTo, edited, hausbuch, keyed, portfolioTable } from '../columns.ts';
import { property } from './property.ts';

/** What was said for one period of a cost, and for no other. */
export type SharedPeriod = {
  from: string;
  to: string;
  /** Taken out for the commercial units before the rest is shared out; `restFor`: who bears the rest. */
  deduction: { amountCents: number; restFor: 'others' | 'all'; reason: string } | null;
  /** What each lease bears; the rest stays with the landlord. */
  byHand: { reason: string; amounts: { leaseId: string; amountCents: number }[] } | null;
};

/** How the costs of one kind and key are shared out where it is otherwise than usual. */
export type SharedCost = {
  categoryId: string;
  key: DistributionKey;
  /** Which bills belong to a year; null: by service where every bill says its days. */
  principle: 'service' | 'payment' | null;
  /** The units that bear it; null: those people live or work in. */
  circle: string[] | null;
  /** What is usual a year and square metre. */
  usualFromCents: number | null;
  usualToCents: number | null;
  periods: SharedPeriod[];
};

/** How a house shares out its costs where it is otherwise than usual. */
export const costSharing = hausbuch.table(
  'cost_sharing',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    /** Persons that count for a vacant dwelling (BGH 31 May 2006, VIII ZR 159/05: the landlord's). */
    vacantPersons: integer().notNull().default(1),
    costs: jsonb().$type<SharedCost[]>().notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('cost_sharing', t),
    ...belongsTo('cost_sharing_property', t.portfolioId, t.propertyId, property),
    unique('cost_sharing_property_key').on(t.portfolioId, t.propertyId),
    check('cost_sharing_vacant_check', sql`${t.vacantPersons} between 0 and 20`),
  ],
);
