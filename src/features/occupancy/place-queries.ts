import 'server-only';
import { sql } from 'drizzle-orm';
import { unit } from '@/db/schema';
import type { Scope } from '@/db/scope';

/** Whether the unit of a query's row is the only one of its property, archived ones counted too. */
export const isOnlyUnit = (scope: Scope) =>
  sql<boolean>`not exists (
    select 1 from hausbuch.unit sibling
    where sibling.portfolio_id = ${scope.portfolioId} and sibling.property_id = ${unit.propertyId}
      and sibling.id <> ${unit.id})`;
