import { type Explained, inputs, money, number } from '../../domain/trace.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import { LineStop } from '../problems.ts';

/** How what is left is valued: first in, first out, as it has to be; all at the last price, which only is the same for less than the last delivery. */
export const stockMethods = ['first_in_first_out', 'last_delivery'] as const;
export type StockMethod = (typeof stockMethods)[number];

/** Fuel by its quantity in thousandths of its unit, and what it cost. */
type Lot = { quantity: number; amountCents: number };
export type Delivery = Lot & {
  on: CalendarDate;
  /** VAT its bill states; left out: none. */
  vatCents?: number;
};

export type FuelStock = {
  consumed: number;
  consumedCents: number;
  /** VAT in it: as much as the deliveries have, the opening stock being taken for the same. */
  consumedVatCents: number;
  closingCents: number;
  /** Cents for one unit of what was consumed; null where nothing was. */
  centsPerUnit: number | null;
};

/**
 * What of a tank was burnt in a period: the opening stock and the deliveries less the closing stock, in quantity and in
 * money. What is left is what came last (first in, first out: DIN 4713-5; § 7 (2) HeizkostenV passes on only what was burnt;
 * BGH 1 Feb 2012, VIII ZR 156/11), each delivery's part rounded half up. Quantities are thousandths. LineStop where more is left than there was.
 */
export function fuelStock(of: {
  opening: Lot;
  deliveries: readonly Delivery[];
  closingQuantity: number;
  method: StockMethod;
}): Explained<FuelStock> {
  const lots = [of.opening, ...of.deliveries.toSorted((a, b) => (a.on < b.on ? -1 : 1))].filter(
    ({ quantity }) => quantity > 0,
  );
  const quantity = lots.reduce((all, lot) => all + lot.quantity, 0);
  const paid = sumCents([of.opening, ...of.deliveries].map(({ amountCents }) => amountCents));
  const consumed = quantity - of.closingQuantity;
  if (consumed < 0) throw new LineStop('more_left_than_there_was', 'closingQuantity');
  const closingCents =
    of.method === 'last_delivery' ? atLastPrice(lots, of.closingQuantity) : ofLast(lots, of.closingQuantity);
  const consumedCents = paid - closingCents;
  const delivered = sumCents(of.deliveries.map(({ amountCents }) => amountCents));
  return {
    result: {
      consumed: consumed / 1_000,
      consumedCents,
      consumedVatCents: vatIn(consumedCents, delivered, of.deliveries),
      closingCents,
      centsPerUnit: consumed === 0 ? null : Math.round((consumedCents * 100_000) / consumed) / 100,
    },
    trace: {
      rule: 'fuel_stock',
      formula: '{opening_stock} + {deliveries} − {closing_stock}',
      sources: ['§ 7 (2) HeizkostenV', 'BGH VIII ZR 156/11 (2012-02-01)', 'DIN 4713-5'],
      inputs: inputs({
        opening_stock: money(of.opening.amountCents),
        deliveries: money(delivered),
        closing_stock: money(closingCents),
        quantity_consumed: number(consumed / 1_000),
      }),
      steps: [],
      result: money(consumedCents),
    },
  };
}

const vatIn = (consumedCents: number, delivered: number, deliveries: readonly Delivery[]): number =>
  delivered === 0
    ? 0
    : divideRounded(
        BigInt(consumedCents) * BigInt(sumCents(deliveries.map(({ vatCents = 0 }) => vatCents))),
        BigInt(delivered),
      );

function atLastPrice(lots: readonly Lot[], left: number): number {
  const last = lots.at(-1);
  return last ? divideRounded(BigInt(last.amountCents) * BigInt(left), BigInt(last.quantity)) : 0;
}

/** The last that came is what is left. */
function ofLast(lots: readonly Lot[], left: number): number {
  let [missing, cents] = [left, 0];
  for (const lot of lots.toReversed()) {
    const taken = Math.min(missing, lot.quantity);
    cents += divideRounded(BigInt(lot.amountCents) * BigInt(taken), BigInt(lot.quantity));
    missing -= taken;
  }
  return cents;
}
