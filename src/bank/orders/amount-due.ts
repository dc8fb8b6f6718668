import { day, type Explained, inputs, money, none } from '../../domain/trace.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import { type Mandate, type MandateState, mandateState } from './mandate.ts';
import { collectionDay } from './target-days.ts';

export type DueItem = { dueOn: CalendarDate; openCents: number };

export type Collectable = { collectOn: CalendarDate; amountCents: number; mandate: MandateState };

/**
 * What is collected of a lease, and when: on the day wished for, moved to one on which banks settle and no earlier than
 * the bank can, everything that is open and due by then, without what is on its way already. Nothing where the mandate
 * does not hold.
 */
export function amountToCollect(
  mandate: Mandate,
  items: readonly DueItem[],
  underWayCents: number,
  { today, wishedOn }: { today: CalendarDate; wishedOn: CalendarDate },
): Explained<Collectable> {
  const collectOn = collectionDay(today, wishedOn);
  const due = items.filter((item) => item.dueOn <= collectOn);
  const state = mandateState(mandate, collectOn);
  const left = Math.max(0, sumCents(due.map((item) => item.openCents)) - underWayCents);
  const amountCents = state === 'active' ? left : 0;
  return {
    result: { collectOn, amountCents, mandate: state },
    trace: {
      rule: 'pain_008',
      formula: state === 'active' ? 'max(Σ {still_open} − {under_way}, 0)' : '{still_open}',
      sources: ['SEPA Core Direct Debit Rulebook (EPC016-06)', 'TARGET'],
      inputs: inputs({
        collect_on: day(collectOn),
        signed_on: day(mandate.signedOn),
        revoked_on: day(mandate.revokedOn),
        last_used_on: day(mandate.lastUsedOn),
        under_way: money(underWayCents),
        ...(state !== 'active' && { still_open: none }),
      }),
      steps: due.map((item) => ({
        of: [day(item.dueOn)],
        formula: '{still_open}',
        inputs: inputs({ still_open: money(item.openCents) }),
        result: money(item.openCents),
      })),
      result: state === 'active' ? money(amountCents) : none,
    },
  };
}
