import 'server-only';
import { and, asc, between, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { document, documentLink, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { addDays, type CalendarDate } from '@/lib/calendar';

/** A paper that ran out is still told of for so long. */
const TOLD_AFTER_DAYS = 30;

/** Houses and their units that the papers of a query's links hang on. */
const joinsProperty = and(
  eq(property.portfolioId, documentLink.portfolioId),
  or(eq(property.id, documentLink.propertyId), eq(property.id, unit.propertyId)),
);

/**
 * Documents that ran out lately or are valid only until a day within the days ahead, and the first property or tenant
 * they are of. Those of a house that is sold by then are the buyer's to renew.
 */
export async function listExpiringDocuments(tx: Tx, scope: Scope, to: CalendarDate, limit: number) {
  const ofSold = tx
    .select({ documentId: documentLink.documentId })
    .from(documentLink)
    .leftJoin(unit, joins(unit.id, documentLink.unitId))
    .innerJoin(property, joinsProperty)
    .where(and(within([documentLink, property], scope), joins(documentLink.documentId, document.id)))
    .groupBy(documentLink.documentId)
    .having(
      sql`bool_and(coalesce(${property.soldOn} <= greatest(${document.validUntil}, ${scope.today}::date), false))`,
    );
  const rows = await tx
    .select({ documentId: document.id, title: document.title, on: document.validUntil })
    .from(document)
    .where(
      and(
        within(document, scope),
        isNull(document.deletedAt),
        isNotNull(document.currentVersionId),
        between(document.validUntil, addDays(scope.today, -TOLD_AFTER_DAYS), to),
        notExists(ofSold),
      ),
    )
    .orderBy(asc(document.validUntil), asc(document.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const links = await tx
    .select({
      documentId: documentLink.documentId,
      propertyId: property.id,
      propertyName: property.name,
      tenantId: tenant.id,
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
    })
    .from(documentLink)
    .leftJoin(unit, joins(unit.id, documentLink.unitId))
    .leftJoin(property, joinsProperty)
    .leftJoin(tenant, joins(tenant.id, documentLink.tenantId))
    .where(
      and(
        within(documentLink, scope),
        isAmong(
          documentLink.documentId,
          rows.map((row) => row.documentId),
        ),
      ),
    )
    .orderBy(asc(documentLink.id));
  return rows.map((row) => {
    const own = links.filter((link) => link.documentId === row.documentId);
    const ofProperty = own.find((link) => link.propertyId !== null);
    const ofTenant = own.find((link) => link.tenantId !== null);
    return {
      documentId: row.documentId,
      title: row.title,
      on: row.on ?? to,
      property: ofProperty ? { id: ofProperty.propertyId ?? '', name: ofProperty.propertyName ?? '' } : null,
      tenant: ofTenant ? { id: ofTenant.tenantId ?? '', name: nameOf(ofTenant) } : null,
    };
  });
}

type NameColumns = {
  kind: 'person' | 'company' | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
};

/** The names of a left join, of a row that is there. */
const nameOf = ({ kind, ...names }: NameColumns) => (kind === null ? '' : tenantName({ kind, ...names }));
