import { isDwelling } from '../domain/dwelling.ts';
import { overlaps } from '../lib/calendar.ts';
import { sumCents } from '../lib/money.ts';
import { hasToBeNamed } from './agreement.ts';
import { lastCableDay } from './bills.ts';
import { deadlineState } from './deadline.ts';
import { dayOf, type House, lengthOf } from './house.ts';
import type { StatementInput, StatementLine } from './input.ts';
import { isHome, isWithBuyer } from './lease-statement.ts';
import type { Warning } from './problems.ts';
import type { LineResult } from './result.ts';
import { billedFor, isWithVat } from './vat.ts';

type Checked = {
  input: StatementInput;
  house: House;
  lines: readonly LineResult[];
  deadline: string | null;
};

/** A cost that rose or fell by more than a fifth since last year is explained before a tenant asks. */
const notable = { percent: 20 };

/** What to look at before sending: reasons, not refusals. */
export function statementWarningsOf(checked: Checked): Warning[] {
  return [
    ...vacancies(checked),
    ...checked.lines.flatMap((line) => lineWarnings(line, checked)),
    ...vatNotStated(checked),
    ...caretaker(checked),
    ...soldWithin(checked.input),
    ...late(checked),
  ];
}

/** Of units that something falls on: an empty parking space by area bears nothing. */
function vacancies({ input, house, lines }: Checked): Warning[] {
  const borne = new Set(
    lines.flatMap(({ shares }) => shares.filter((one) => one.amountCents !== 0).map(({ party }) => party)),
  );
  return input.units.flatMap((unit, index) => {
    const vacant = (house.segments[index] ?? []).filter(
      ({ party }) => house.parties[party]?.kind === 'vacancy' && borne.has(party),
    );
    return vacant.map((segment): Warning => {
      const params = { unit: unit.name, from: dayOf(segment.first), to: dayOf(segment.last) };
      return { code: 'vacancy', params: { ...params, days: lengthOf(segment) } };
    });
  });
}

function lineWarnings(result: LineResult, checked: Checked): Warning[] {
  const { input } = checked;
  const line = input.lines.find(({ id }) => id === result.lineId);
  if (!line) return plantWarnings(result, checked);
  const german = input.isGerman ? [...cable(line, result), ...commercial(line, result, input)] : [];
  return [
    ...agreement(line, result, input),
    ...german,
    ...sinceLastYear(line, result, isRunning(input)),
    ...perSquareMetre(line, result, checked),
  ];
}

/** Of a plant: who did not agree on it, and what its lines cost last year. */
function plantWarnings(result: LineResult, { input }: Checked): Warning[] {
  const plant = input.plants?.find(({ id }) => id === result.lineId);
  if (!plant) return [];
  const own = input.lines.filter(({ id }) => plant.lines.some(({ lineId }) => lineId === id));
  const before = sumCents(own.map(({ lastYear }) => lastYear?.amountCents ?? 0));
  // A service's total has no year before of its own, and fuel out of a stock is no bill.
  const isKnown = own.every(({ lastYear }) => lastYear !== null) && plant.fuel === null;
  const refused = refusedBy(result, input).map(({ lease, cents }): Warning => {
    return { code: 'not_agreed', params: { line: result.name, lease: lease?.name ?? '', cents } };
  });
  return [...refused, ...(isKnown ? costJump(result.name, before, result.totalCents, isRunning(input)) : [])];
}

const refusedBy = ({ shares }: LineResult, { leases }: StatementInput) =>
  shares
    .filter(({ landlordReason }) => landlordReason === 'not_agreed')
    .map(({ leaseId, amountCents: cents }) => ({ lease: leases.find(({ id }) => id === leaseId), cents }));

function agreement(line: StatementLine, result: LineResult, input: StatementInput): Warning[] {
  const params = { line: line.name, cents: result.sharedCents };
  const unnamed = input.isGerman && hasToBeNamed(line) ? unnamedCode(line) : 'not_agreed';
  const refused = refusedBy(result, input).map(({ lease, cents }): Warning => {
    const code = lease?.agreesAll ? unnamed : 'not_agreed';
    return { code, params: { line: line.name, lease: lease?.name ?? '', cents } };
  });
  return line.isRecoverable ? refused : [{ code: 'not_recoverable', params }];
}

const unnamedCode = ({ betrkvNo }: StatementLine) =>
  betrkvNo === null ? 'number_missing' : 'other_cost_not_named';

/** Of no. 15 only power, tests and a charge for fibre are left: cable fees hidden in it are to be told apart. */
function cable(line: StatementLine, { bills, notRecoverableCents: cents }: LineResult): Warning[] {
  const isAfter = bills.some(({ bill, within }) => (bill.to ?? within.to) > lastCableDay);
  if (!isAfter) return [];
  if (line.isCable) return [{ code: 'cable_after_june_2024', params: { line: line.name, cents } }];
  return line.betrkvNo === 15 ? [{ code: 'antenna_after_june_2024', params: { line: line.name } }] : [];
}

/**
 * Shops that cost considerably more bear that beforehand (BGH 8 Mar 2006, VIII ZR 78/05); property tax never needs it
 * (BGH 10 May 2017, VIII ZR 79/16).
 */
function commercial(line: StatementLine, result: LineResult, input: StatementInput): Warning[] {
  if (line.preDeduction || line.betrkvNo === 1 || ['direct', 'by_hand', 'consumption'].includes(line.key))
    return [];
  const circle = input.units.filter(({ id }) => line.circle === null || line.circle.includes(id));
  const shops = circle.filter(({ kind }) => kind === 'commercial');
  if (shops.length === 0 || !circle.some(({ kind }) => isDwelling(kind))) return [];
  const params = { line: result.name, units: shops.map(({ name }) => name).join(', ') };
  return [{ code: 'commercial_without_pre_deduction', params }];
}

/** Until its last day a period lacks bills that are still to come: that it costs less than a year says nothing. */
const isRunning = ({ today, period }: StatementInput): boolean => today !== null && today <= period.to;

function sinceLastYear(line: StatementLine, { totalCents }: LineResult, runs: boolean): Warning[] {
  const { lastYear } = line;
  if (!lastYear) return [];
  const isOther = lastYear.principle !== null && lastYear.principle !== line.principle;
  const changed: Warning[] = isOther ? [{ code: 'principle_changed', params: { line: line.name } }] : [];
  return [...changed, ...costJump(line.name, lastYear.amountCents, totalCents, runs)];
}

function costJump(line: string, before: number, now: number, runs: boolean): Warning[] {
  if (before <= 0 || (runs && now < before) || Math.abs(now - before) * 100 <= before * notable.percent)
    return [];
  const percent = Math.round(((now - before) * 100) / before);
  return [{ code: 'cost_jump', params: { line, percent } }];
}

/** Over the area of its units, as of a whole year. */
function perSquareMetre(line: StatementLine, result: LineResult, { input, house }: Checked): Warning[] {
  if (!line.usualByArea) return [];
  const circle = input.units.filter(({ id }) => line.circle === null || line.circle.includes(id));
  const areas = circle.map(({ facts }) => facts.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]);
  const sqm100 = areas.reduce((sum, fact) => sum + (fact?.areaSqm100 ?? 0), 0);
  if (sqm100 === 0) return [];
  const cents = Math.round((result.totalCents * 100 * 365) / lengthOf(house.period) / sqm100);
  const { fromCents, toCents } = line.usualByArea;
  if ((cents >= fromCents || isRunning(input)) && cents <= toCents) return [];
  return [{ code: 'cost_unusual_per_sqm', params: { line: line.name, cents, fromCents, toCents } }];
}

/** Land tax and insurance premiums bear no VAT that comes back (§ 1 UStG; § 4 no. 10 UStG). */
const withoutInputVat = new Set<number | null>([1, 13]);

/** A line that somebody bears with VAT, none of whose bills states any: its costs would bear VAT twice. */
function vatNotStated({ input, lines }: Checked): Warning[] {
  const withVat = new Map(input.leases.filter(isWithVat).map((lease) => [lease.id, lease]));
  if (withVat.size === 0) return [];
  return lines
    .filter(({ betrkvNo }) => !withoutInputVat.has(betrkvNo))
    .filter((line) =>
      line.shares.some((share) => {
        const lease = withVat.get(share.leaseId ?? '');
        if (!lease || share.landlordReason !== null || share.amountCents === 0) return false;
        return billedFor(line, share, lease).billedVatCents === 0;
      }),
    )
    .map(({ name }) => ({ code: 'vat_not_stated', params: { line: name } }));
}

/** Where a caretaker is paid, labour of the same work is not charged again (§ 2 no. 14 BetrKV). */
function caretaker({ input, lines }: Checked): Warning[] {
  if (!input.isGerman || !lines.some(({ betrkvNo }) => betrkvNo === 14)) return [];
  return lines
    .filter(({ betrkvNo, labourCents }) => isCaretakersWork(betrkvNo) && labourCents > 0)
    .map(({ name, labourCents }) => ({
      code: 'caretaker_beside_labour',
      params: { line: name, cents: labourCents },
    }));
}

const isCaretakersWork = (no: number | null) => no !== null && ((no >= 2 && no <= 10) || no === 16);

/** Who still rents there when a house is sold is owed one statement of the whole period, by the buyer (BGH VIII ZR 168/03). */
function soldWithin({ isGerman, period, soldOn }: StatementInput): Warning[] {
  if (!isGerman || soldOn == null || soldOn > period.to) return [];
  return [{ code: 'sold_within', params: { day: soldOn } }];
}

/**
 * Of dwellings alone: who lets a shop may ask for money after it (BGH 27 Jan 2010, XII ZR 22/07). Of a house sold within the
 * period with whoever had moved out before: nobody who buys it becomes their landlord (BGH 4 Apr 2007, VIII ZR 219/06).
 */
function late({ input, deadline }: Checked): Warning[] {
  const day = input.receivedOn ?? input.today;
  const isAsked = input.leases.some(
    (lease) =>
      lease.settlement === 'advances' &&
      isHome(lease, input) &&
      lease.units.some((held) => overlaps(held, input.period)) &&
      !isWithBuyer(lease, input),
  );
  if (deadline === null || day === null || !isAsked) return [];
  const { isLate, step, daysLeft } = deadlineState(deadline, day);
  if (isLate) return [{ code: 'too_late', params: { deadline } }];
  return step === null || input.receivedOn !== null
    ? []
    : [{ code: 'deadline_near', params: { deadline, days: daysLeft } }];
}
