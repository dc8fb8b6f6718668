import type { RentComponent, SettlementKind } from '../../domain/vocabulary.ts';
import { addMonths, type CalendarDate, firstOfMonth, monthOf } from '../../lib/calendar.ts';
import { allocateCents } from '../../lib/money.ts';

type Line = { component: RentComponent; amountCents: number; settlement: SettlementKind };
type Stage<L extends Line> = { id: string; validFrom: CalendarDate; lines: readonly L[] };

/**
 * The first day of a new advance: the month after next, so that whoever pays by standing order hears of it before, and
 * later where another rent begins on that day. § 560 (4) BGB asks for a declaration in text form.
 */
export function advanceFrom(today: CalendarDate, taken: readonly CalendarDate[]): CalendarDate {
  let day = addMonths(firstOfMonth(monthOf(today)), 2);
  while (taken.includes(day)) day = addMonths(day, 1);
  return day;
}

/**
 * The lines of a rent with another sum of advances: what is paid for heating and for the rest keeps its part of it, and
 * everything else its amount. Null where the rent has no advance to change.
 */
export function withAdvances<L extends Line>(lines: readonly L[], totalCents: number): L[] | null {
  const advances = lines.filter(({ settlement }) => settlement === 'advance');
  const paid = advances.map(({ amountCents }) => amountCents);
  if (advances.length === 0) return null;
  const parts = allocateCents(totalCents, paid.every((cents) => cents === 0) ? paid.map(() => 1) : paid);
  return lines.map((line) =>
    line.settlement === 'advance' ? { ...line, amountCents: parts[advances.indexOf(line)] ?? 0 } : line,
  );
}

export type AdvanceChange = {
  leaseId: string;
  validFrom: CalendarDate;
  beforeCents: number;
  monthlyCents: number;
  isAgreed: boolean;
};

/**
 * What a settled lease is to pay in advance from now on, or was told to: the step of its rent that has the id of its
 * statement. Null where nothing changes.
 */
export function advanceChange<L extends Line>(of: {
  id: string;
  leaseId: string;
  fittingCents: number | null;
  rents: readonly Stage<L>[];
  endsOn: CalendarDate | null;
  today: CalendarDate;
}): (AdvanceChange & { lines: L[] }) | null {
  const inOrder = of.rents.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const before = (day: CalendarDate) => inOrder.findLast(({ validFrom }) => validFrom < day);
  const { id, leaseId, fittingCents, endsOn } = of;
  const agreed = inOrder.find((rent) => rent.id === id);
  if (agreed) {
    const { validFrom, lines } = agreed;
    const beforeCents = sumOfAdvances(before(validFrom)?.lines ?? []);
    const monthlyCents = sumOfAdvances(lines);
    return { leaseId, validFrom, beforeCents, monthlyCents, isAgreed: true, lines: [...lines] };
  }
  const validFrom = advanceFrom(
    of.today,
    inOrder.map((rent) => rent.validFrom),
  );
  const current = before(validFrom)?.lines ?? [];
  const lines = fittingCents === null ? null : withAdvances(current, fittingCents);
  const beforeCents = sumOfAdvances(current);
  const isOver = endsOn !== null && endsOn < validFrom;
  if (lines === null || fittingCents === null || fittingCents === beforeCents || isOver) return null;
  return { leaseId, validFrom, beforeCents, monthlyCents: fittingCents, isAgreed: false, lines };
}

const sumOfAdvances = (lines: readonly Line[]): number =>
  lines.reduce((sum, { settlement, amountCents }) => sum + (settlement === 'advance' ? amountCents : 0), 0);
