import type { ListTenantsInput } from './schema';

export const tenantViews = ['all', 'current', 'arrears', 'archived'] as const;
export type TenantView = (typeof tenantViews)[number];

const PAGE_ROWS = 50;

/** What the address of the list asks for; anything it does not know counts as not said. */
export function readTenantSearch(params: { get: (name: string) => string | null | undefined }): {
  search: string;
  view: TenantView;
} {
  const view = tenantViews.find((known) => known === params.get('show'));
  return { search: (params.get('q') ?? '').slice(0, 200), view: view ?? 'all' };
}

/** One place that makes the list's input, so that server and browser ask the same question. */
export function listTenantsOf({ search, view }: { search: string; view: TenantView }): ListTenantsInput {
  return {
    search: search.trim(),
    archive: view === 'archived' ? 'archived' : 'active',
    filter: view === 'archived' ? 'all' : view,
    limit: PAGE_ROWS,
  };
}
