import { type AuditedEntity, auditedEntities } from '@/domain/entities';

export const activityAuthors = ['anybody', 'self', 'others', 'system'] as const;
export type ActivityAuthor = (typeof activityAuthors)[number];

/** What the page of all changes shows, as its address says it. */
export type ActivityFilter = { entity: AuditedEntity | null; by: ActivityAuthor };

export const ACTIVITY_PAGE = { limit: 30 };

/** Reads the address; anything it does not know counts as not said. */
export function readActivityFilter(params: { get: (name: string) => string | null }): ActivityFilter {
  const entity = params.get('of');
  const by = params.get('by');
  return {
    entity: auditedEntities.find((known) => known === entity) ?? null,
    by: activityAuthors.find((known) => known === by) ?? 'anybody',
  };
}

/** The address of the filter. */
export function writeActivityFilter({ entity, by }: ActivityFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (entity !== null) params.set('of', entity);
  if (by !== 'anybody') params.set('by', by);
  return params;
}
