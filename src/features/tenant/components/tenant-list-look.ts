import type { ListLook } from '@/components/list/list-look-cookie';

export const tenantColumns = ['home', 'contact', 'ends', 'arrears', 'credit'] as const;

/** For `readListLook` of page and browser. */
export const tenantLooks: { known: readonly string[]; usual: ListLook } = {
  known: tenantColumns,
  usual: { view: 'table', columns: ['home', 'contact', 'ends', 'arrears'] },
};
