import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, unique, uuid } from 'drizzle-orm/pg-core';
import type { DistributionKey } from '../../domain/vocabulary.ts';
import { belongsTo, edited, hausbuch, keyed, portfolioTable } from '../columns.ts';
import { lease } from './lease.ts';
import { property } from './property.ts';

/** A kind of cost that a contract names; its key, where the contract says another one than the house uses. */
export type NamedCost = { categoryId: string; key: DistributionKey | null };

/** Which operating costs a contract passes on: of one lease, or of all of a property that say nothing of their own. */
export const costAgreement = hausbuch.table(
  'cost_agreement',
  {
    ...keyed(),
    propertyId: uuid(),
    leaseId: uuid(),
    /** The contract speaks of operating costs as a whole: § 2 nos. 1–16 BetrKV; elsewhere all that is booked. */
    agreesAll: boolean().notNull(),
    /** Kept with what a contract says, and no key: a kind of cost that is gone is named by nobody any more. */
    named: jsonb().$type<NamedCost[]>().notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('cost_agreement', t),
    ...belongsTo('cost_agreement_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('cost_agreement_lease', t.portfolioId, t.leaseId, lease),
    unique('cost_agreement_property_key').on(t.portfolioId, t.propertyId),
    unique('cost_agreement_lease_key').on(t.portfolioId, t.leaseId),
    check('cost_agreement_owner_check', sql`(${t.propertyId} is null) <> (${t.leaseId} is null)`),
  ],
);
