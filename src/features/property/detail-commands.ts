import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { documentLink, valuation } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { changeProperty } from './change-commands';
import { getPropertyFields } from './queries';
import type { setCoverInput, setValuationsInput } from './schema';

/** Makes one of the property's documents its picture, or takes the picture away. */
export async function setCover(tx: Tx, scope: Scope, input: z.output<typeof setCoverInput>) {
  const { id, documentId } = input;
  const { coverDocumentId: before } = await getPropertyFields(tx, scope, id);
  if (documentId !== null) {
    const [link] = await tx
      .select({ documentId: documentLink.documentId })
      .from(documentLink)
      .where(
        and(
          within(documentLink, scope),
          eq(documentLink.documentId, documentId),
          eq(documentLink.propertyId, id),
        ),
      )
      .limit(1);
    if (!link) throw new DomainError('not_found', { field: 'documentId' });
  }
  const row = await changeProperty(tx, scope, input, { coverDocumentId: documentId });
  await recordAudit(tx, scope, {
    action: 'property.set_cover',
    entity: 'property',
    entityId: id,
    before: { coverDocumentId: before },
    after: { coverDocumentId: documentId },
  });
  return row;
}

/** Replaces the list of values. */
export async function setValuations(tx: Tx, scope: Scope, input: z.output<typeof setValuationsInput>) {
  const { propertyId, version, valuations } = input;
  const days = valuations.map((row) => row.valuedOn);
  const twice = days.findIndex((day, index) => days.indexOf(day) !== index);
  if (twice >= 0) throw new DomainError('already_exists', { field: `valuations.${twice}.valuedOn` });
  const ahead = days.findIndex((day) => day > scope.today);
  if (ahead >= 0)
    throw new DomainError('property.value_in_future', { field: `valuations.${ahead}.valuedOn` });
  await getPropertyFields(tx, scope, propertyId);
  const row = await changeProperty(tx, scope, { id: propertyId, version });
  const before = await tx
    .delete(valuation)
    .where(and(within(valuation, scope), eq(valuation.propertyId, propertyId)))
    .returning({
      valuedOn: valuation.valuedOn,
      valueCents: valuation.valueCents,
      source: valuation.source,
    });
  if (valuations.length > 0) {
    await tx
      .insert(valuation)
      .values(
        valuations.map((one) => ({ portfolioId: scope.portfolioId, propertyId, ...exactly(valuation, one) })),
      );
  }
  await recordAudit(tx, scope, {
    action: 'property.set_valuations',
    entity: 'property',
    entityId: propertyId,
    before: { valuations: before },
    after: { valuations },
  });
  return row;
}
