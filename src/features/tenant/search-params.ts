import { type PartyKind, partyKinds } from '@/domain/vocabulary';
import type { ListTenantsInput } from './schema';

export const tenantSorts = ['name', 'ends', 'arrears'] as const;
export type TenantSort = (typeof tenantSorts)[number];

/**
 * What a list can be narrowed to: who lives here today, owes something, has a credit, whose lease ends soon, or whose data nothing
 * obliges to keep any more.
 */
export const tenantMarks = ['current', 'arrears', 'credit', 'ending', 'needless'] as const;
export type TenantMark = (typeof tenantMarks)[number];

const archives = ['active', 'archived', 'all'] as const;
const PAGE_ROWS = 60;

export type TenantSearch = {
  search: string;
  archive: (typeof archives)[number];
  kind: PartyKind | null;
  only: readonly TenantMark[];
  sort: TenantSort;
  descending: boolean;
};

export const everyTenant: TenantSearch = {
  search: '',
  archive: 'active',
  kind: null,
  only: [],
  sort: 'name',
  descending: false,
};

/** Reads the address of the list; anything it does not know counts as not said. */
export function readTenantSearch(params: { get: (name: string) => string | null | undefined }): TenantSearch {
  const text = (name: string) => params.get(name) ?? '';
  const sort = text('sort');
  const only = text('only').split(',');
  return {
    search: text('q').slice(0, 200),
    archive: archives.find((archive) => archive === text('archive')) ?? 'active',
    kind: partyKinds.find((kind) => kind === text('kind')) ?? null,
    only: tenantMarks.filter((mark) => only.includes(mark)),
    sort: tenantSorts.find((known) => known === sort.replace(/^-/, '')) ?? 'name',
    descending: sort.startsWith('-'),
  };
}

/** Whose data nothing obliges to keep any more, archived or not. */
export const needlessTenants: TenantSearch = { ...everyTenant, archive: 'all', only: ['needless'] };

/** The parts of the address, null for what is as usual. */
export function writeTenantSearch(search: TenantSearch): Record<string, string | null> {
  const sort = `${search.descending ? '-' : ''}${search.sort}`;
  return {
    q: search.search.trim() || null,
    archive: search.archive === 'active' ? null : search.archive,
    kind: search.kind,
    only: search.only.join(',') || null,
    sort: sort === 'name' ? null : sort,
  };
}

/** One place that makes the list's input, so that server and browser ask the same question. */
export function listTenantsOf({ search, only, ...rest }: TenantSearch): ListTenantsInput {
  return { ...rest, search: search.trim(), only: [...only], limit: PAGE_ROWS };
}
