import { type CalendarDate, yearOf } from '../../../lib/calendar.ts';
import type { BuiltInCode } from '../../category/built-in-facts.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import type { DemoWords } from '../words.ts';
import { noon } from './account.ts';
import type { Rows } from './rows.ts';

type Cost = Rows['costSharing'][number]['costs'][number];

/** What a caretaker usually costs a year and square metre; this house pays more, and the check before sending says so. */
const USUAL_CARETAKER_CENTS = 4_50;
/** In the order in which they are saved: to save one again as it is changes nothing. */
const asKept = (one: Cost, other: Cost) => (one.categoryId < other.categoryId ? -1 : 1);

/** What the shop's own bin costs a year. */
const SHOP_BIN_CENTS = 264_00;

/**
 * How the house that people live and work in shares out its costs otherwise than usual: the flats alone light the stairs, the
 * shop's bin was taken out of last year's refuse first, and the caretaker is dearer than is usual. Insurance is left as
 * it is: a light of the check asks whether the shop makes it dearer. Made after everything else, by numbers of its own.
 */
export function addSharing(
  rows: Rows,
  { portfolioId, today, words }: { portfolioId: string; today: CalendarDate; words: DemoWords['story'] },
): void {
  const propertyId = rows.unit.find(({ kind }) => kind === 'commercial')?.propertyId;
  if (!propertyId) return;
  const flats = rows.unit.filter((one) => one.propertyId === propertyId && one.kind === 'apartment');
  const year = yearOf(today) - 1;
  const opened = `${year - 1}-12-31`;
  const cost = (code: BuiltInCode, said: Partial<Cost>): Cost[] => {
    const categoryId = rows.category.find((one) => one.code === code)?.id;
    if (!categoryId) return [];
    const usual = { principle: null, circle: null, usualFromCents: null, usualToCents: null, periods: [] };
    return [{ categoryId, key: 'area', ...usual, ...said }];
  };
  const deduction = { amountCents: SHOP_BIN_CENTS, restFor: 'others' as const, reason: words.shopBin };
  rows.costSharing.push({
    ...{
      portfolioId,
      id: uuidAt(createRandom(`sharing ${portfolioId}`), noon(opened).getTime()),
      propertyId,
    },
    vacantPersons: 1,
    costs: [
      ...cost('lighting', { circle: flats.flatMap(({ id }) => id ?? []).sort() }),
      ...cost('street_and_refuse', {
        periods: [{ from: `${year}-01-01`, to: `${year}-12-31`, deduction, byHand: null }],
      }),
      ...cost('caretaker', { usualFromCents: 0, usualToCents: USUAL_CARETAKER_CENTS }),
    ].sort(asKept),
    ...{ version: 1, createdAt: noon(opened), updatedAt: noon(opened) },
  });
}
