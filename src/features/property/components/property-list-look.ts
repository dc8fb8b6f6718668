import type { ListLook } from '@/components/list/list-look-cookie';

export const propertyColumns = ['kind', 'address', 'let', 'arrears'] as const;

/** For `readListLook` of page and browser. */
export const propertyLooks: { known: readonly string[]; usual: ListLook } = {
  known: propertyColumns,
  usual: { view: 'cards', columns: propertyColumns },
};
