import { type PropertyKind, propertyKinds } from '@/domain/vocabulary';
import type { ListPropertiesInput } from './schema';

export const propertySorts = ['name', 'city', 'units', 'arrears'] as const;
export type PropertySort = (typeof propertySorts)[number];

/** What a list can be narrowed to: something overdue, a unit that stands empty, a lease that ends soon. */
export const propertyMarks = ['arrears', 'vacant', 'ending'] as const;
export type PropertyMark = (typeof propertyMarks)[number];

const archives = ['active', 'archived', 'all'] as const;
const PAGE_ROWS = 60;

export type PropertySearch = {
  search: string;
  archive: (typeof archives)[number];
  kind: PropertyKind | null;
  city: string | null;
  only: readonly PropertyMark[];
  sort: PropertySort;
  descending: boolean;
};

export const everyProperty: PropertySearch = {
  search: '',
  archive: 'active',
  kind: null,
  city: null,
  only: [],
  sort: 'name',
  descending: false,
};

type Params = { get: (name: string) => string | null | undefined };

/** Reads the address of the list; anything it does not know counts as not said. */
export function readPropertySearch(params: Params): PropertySearch {
  const text = (name: string) => params.get(name) ?? '';
  const sort = text('sort');
  const only = text('only').split(',');
  return {
    search: text('q').slice(0, 200),
    archive: archives.find((archive) => archive === text('archive')) ?? 'active',
    kind: propertyKinds.find((kind) => kind === text('kind')) ?? null,
    city: text('city').trim().slice(0, 200) || null,
    only: propertyMarks.filter((mark) => only.includes(mark)),
    sort: propertySorts.find((known) => known === sort.replace(/^-/, '')) ?? 'name',
    descending: sort.startsWith('-'),
  };
}

/** The parts of the address, null for what is as usual. */
export function writePropertySearch(search: PropertySearch): Record<string, string | null> {
  const sort = `${search.descending ? '-' : ''}${search.sort}`;
  return {
    q: search.search.trim() || null,
    archive: search.archive === 'active' ? null : search.archive,
    kind: search.kind,
    city: search.city,
    only: search.only.join(',') || null,
    sort: sort === 'name' ? null : sort,
  };
}

/** One place that makes the list's input, so that server and browser ask the same question. */
export function listPropertiesOf({ search, only, ...rest }: PropertySearch): ListPropertiesInput {
  return { ...rest, search: search.trim(), only: [...only], limit: PAGE_ROWS };
}
