import type { CalendarDate } from '../../../lib/calendar.ts';
import { builtInRows } from '../../category/built-in-facts.ts';
import { noon } from './account.ts';
import type { DemoPlace } from './places.ts';
import type { Rows } from './rows.ts';

export type Founding = {
  portfolioId: string;
  userId: string;
  name: string;
  landlord: string;
  /** Where letters of the landlord come from. */
  home: Pick<
    Rows['landlord'][number],
    'street' | 'houseNumber' | 'postalCode' | 'city' | 'state' | 'country'
  >;
  /** Of who lets with VAT. */
  taxNumber?: string;
  /** Null where accounts have none: then none is entered. */
  iban: string | null;
  place: DemoPlace;
  today: CalendarDate;
  stamps: { version: number; createdAt: Date; updatedAt: Date };
  ids: {
    member: string;
    landlord: string;
    account: string;
    categories: ReadonlyMap<string, string>;
  };
};

/** What a portfolio has from its founding: its owner, landlord, account and categories. */
export function foundingRows(
  of: Founding,
): Pick<Rows, 'portfolio' | 'member' | 'landlord' | 'bankAccount' | 'category'> {
  const { portfolioId, userId, name, place, today, stamps, ids } = of;
  return {
    portfolio: [
      {
        id: portfolioId,
        name,
        ...place,
        prorationMethod: 'calendar_days',
        isDemo: true,
        ...stamps,
      },
    ],
    // Now and not then: of a person's portfolios the one joined first is in front.
    member: [
      {
        portfolioId,
        id: ids.member,
        userId,
        role: 'owner',
        acceptedAt: noon(today),
        version: 1,
        createdAt: noon(today),
        updatedAt: noon(today),
      },
    ],
    landlord: [
      {
        portfolioId,
        id: ids.landlord,
        kind: 'person',
        name: of.landlord,
        ...of.home,
        taxNumber: of.taxNumber ?? null,
        ...stamps,
      },
    ],
    bankAccount:
      of.iban === null
        ? []
        : [
            {
              portfolioId,
              id: ids.account,
              landlordId: ids.landlord,
              holder: of.landlord,
              iban: of.iban,
              purpose: 'rent',
              ...stamps,
            },
          ],
    category: builtInRows.flatMap(({ code, parentCode, ...leaf }) => {
      const id = ids.categories.get(code);
      if (!id) return [];
      const parentId = parentCode === null ? null : (ids.categories.get(parentCode) ?? null);
      return [{ portfolioId, id, parentId, code, ...leaf, ...stamps }];
    }),
  };
}
