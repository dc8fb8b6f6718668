import { z } from 'zod';
import type { RuleName } from '../domain/trace-names.ts';
import {
  dueRules,
  noticeCircumstances,
  prorationMethods,
  rentComponents,
  settlementKinds,
  splitMethods,
  unitKinds,
} from '../domain/vocabulary.ts';
import { arrearsByAge } from '../features/arrears/age-rules.ts';
import { noticePeriod } from '../features/lease/notice-rules.ts';
import { premisesKinds } from '../features/legal/rules.ts';
import { splitOverUnits } from '../features/occupancy/lease-share-rules.ts';
import { vacancyCost } from '../features/occupancy/rules.ts';
import { germanStates, publicHolidays } from '../features/rent/holiday-rules.ts';
import { planSteps } from '../features/rent/step-rules.ts';
import { tenantDataKept } from '../features/tenant/keep-rules.ts';
import { daysInMonth, FIRST_DAY } from '../lib/calendar.ts';
import { bankRules } from './bank-rules.ts';
import { explainBillSplit, explainRecurrence } from './booking.ts';
import { cents, day, inOrder, month, openRange, positive, type RegisteredRule, rule } from './define.ts';
import { figureRules } from './figure-rules.ts';
import { furtherRules } from './further-rules.ts';
import { explainLeaseState } from './lease.ts';
import { explainChargeState, explainMoneyAllocation } from './ledger.ts';
import { moneyRules } from './money-rules.ts';
import { explainEconomicOccupancy, explainOccupancy } from './occupancy.ts';
import { plantRules } from './plant-rules.ts';
import { reminderRules } from './reminder.ts';
import { explainDueOn, explainPostingMonths, explainProration, explainVat } from './rent.ts';
import { statementRules } from './statement-rules.ts';
import { taxRules } from './tax-rules.ts';
import { vatRules } from './vat-rules.ts';

const holidayFields = {
  /** A German state whose public holidays count, by the second half of its ISO code. */
  state: z.enum(germanStates).optional(),
  /** Further or other public holidays. */
  holidays: z.array(day).default([]),
};

/** The public holidays around a month: a due day may fall into the next, at the turn of a year too. */
function holidaysOf(input: { state?: (typeof germanStates)[number]; holidays: string[]; month: string }) {
  const { state } = input;
  const year = Number(input.month.slice(0, 4));
  const ofState = state ? [year, year + 1].flatMap((one) => publicHolidays(one, state)) : [];
  return new Set([...ofState.map((holiday) => holiday.day), ...input.holidays]);
}

const rentLine = z.strictObject({
  component: z.enum(rentComponents).default('net'),
  amountCents: positive,
  settlement: z.enum(settlementKinds).default('none'),
  vatRateBp: z.int().min(0).max(10_000).default(0),
});

/** Every rule that can explain itself; each name a trace may bear. It is listed, tried and shown everywhere. */
export const rules: Record<RuleName, RegisteredRule> = {
  proration: rule(
    z
      .strictObject({
        rents: z.array(z.strictObject({ validFrom: day, lines: z.array(rentLine).min(1) })).min(1),
        leaseStartsOn: day,
        leaseEndsOn: day.nullable().default(null),
        month,
        method: z.enum(prorationMethods).default('calendar_days'),
      })
      .refine(...inOrder('leaseStartsOn', 'leaseEndsOn')),
    {
      rents: [{ validFrom: '2026-03-15', lines: [{ amountCents: 85_000 }] }],
      leaseStartsOn: '2026-03-15',
      month: '2026-03',
    },
    explainProration,
  ),
  due_date: rule(
    z.strictObject({
      rule: z.enum(dueRules),
      day: z.int().min(1).max(31).nullable().default(null),
      movesToWorkingDay: z.boolean().default(false),
      month,
      periodFrom: day.optional(),
      ...holidayFields,
    }),
    { rule: 'day_of_month', day: 1, movesToWorkingDay: true, month: '2026-08' },
    (input) =>
      explainDueOn({
        terms: input,
        month: input.month,
        holidays: holidaysOf(input),
        periodFrom: input.periodFrom,
      }),
  ),
  third_working_day: rule(
    z.strictObject({ month, periodFrom: day.optional(), ...holidayFields }),
    { month: '2026-05', state: 'BE' },
    (input) =>
      explainDueOn({
        terms: { rule: 'third_working_day' },
        month: input.month,
        holidays: holidaysOf(input),
        periodFrom: input.periodFrom,
      }),
  ),
  vat_contained: rule(
    z.strictObject({ amountCents: positive, vatRateBp: z.int().min(0).max(10_000) }),
    { amountCents: 119_000, vatRateBp: 1_900 },
    ({ amountCents, vatRateBp }) => explainVat(amountCents, vatRateBp),
  ),
  posting_months: rule(
    z
      .strictObject({
        bookedFrom: day,
        startsOn: day,
        endsOn: day.nullable().default(null),
        postedThrough: day.nullable().default(null),
        through: day,
      })
      .refine(...inOrder('startsOn', 'endsOn')),
    { bookedFrom: '2026-09-01', startsOn: '2019-05-01', through: '2026-11-30' },
    explainPostingMonths,
  ),
  lease_state: rule(
    z
      .strictObject({
        startsOn: day,
        endsOn: day.nullable().default(null),
        noticeGivenOn: day.nullable().default(null),
        /** From when the buyer of the house is the landlord. */
        soldOn: day.nullable().default(null),
        today: day,
      })
      .refine(...inOrder('startsOn', 'endsOn')),
    { startsOn: '2024-02-01', endsOn: '2026-12-31', noticeGivenOn: '2026-09-02', today: '2026-11-21' },
    ({ today, ...lease }) => explainLeaseState(lease, today),
  ),
  notice_period: rule(
    z.strictObject({
      by: z.enum(['landlord', 'tenant']),
      receivedOn: day,
      /** Since when the tenant has had it; only a landlord's notice depends on it. */
      letSince: day,
      premises: z.enum(premisesKinds).default('dwelling'),
      circumstance: z.enum(noticeCircumstances).default('none'),
      ...holidayFields,
    }),
    { by: 'landlord', receivedOn: '2026-11-04', letSince: '2020-03-01', state: 'BE' },
    ({ state, holidays, ...notice }) =>
      noticePeriod({ ...notice, holidays: holidaysOf({ state, holidays, month: notice.receivedOn }) }),
  ),
  tenant_data_kept: rule(
    z.strictObject({ lastRecordOn: day }),
    { lastRecordOn: '2015-06-30' },
    ({ lastRecordOn }) => tenantDataKept(lastRecordOn),
  ),
  step_rent: rule(
    z
      .strictObject({
        /** The net rent before the first step. */
        netCents: positive,
        firstOn: day,
        everyMonths: z.int().min(1).max(120).default(12),
        count: z.int().min(1).max(50),
        /** One of the two: an amount of money, or a per cent in hundredths (250 = 2.5 %) of the rent before. */
        increaseCents: positive.optional(),
        increaseBp: positive.optional(),
      })
      .refine((input) => (input.increaseCents === undefined) !== (input.increaseBp === undefined), {
        error: 'give increaseCents or increaseBp',
        path: ['increaseCents'],
      }),
    { netCents: 70_000, firstOn: '2027-01-01', count: 3, increaseCents: 2_000 },
    ({ increaseCents, increaseBp, ...plan }) =>
      planSteps({
        ...plan,
        increase:
          increaseCents === undefined
            ? { kind: 'percent', basisPoints: increaseBp ?? 0 }
            : { kind: 'amount', cents: increaseCents },
      }),
  ),
  charge_state: rule(
    z
      .strictObject({
        totalCents: positive,
        openCents: positive,
        dueOn: day,
        waived: z.boolean().default(false),
        today: day,
      })
      .refine((charge) => charge.openCents <= charge.totalCents, {
        error: 'more is open than was charged',
        path: ['openCents'],
      }),
    { totalCents: 70_000, openCents: 40_000, dueOn: '2026-11-04', today: '2026-11-21' },
    ({ today, ...charge }) => explainChargeState(charge, today),
  ),
  ...moneyRules,
  money_allocation: rule(
    z.strictObject({ totalCents: cents, weights: z.array(z.int().min(0)).min(1) }),
    { totalCents: 10_000, weights: [1, 1, 1] },
    ({ totalCents, weights }) => explainMoneyAllocation(totalCents, weights),
  ),
  lease_split: rule(
    z.strictObject({
      amountCents: cents,
      units: z
        .array(
          z.strictObject({
            name: z.string(),
            askingRentCents: positive.nullable().default(null),
            areaSqm100: positive.nullable().default(null),
          }),
        )
        .min(1),
    }),
    {
      amountCents: 98_000,
      units: [
        { name: 'Flat', askingRentCents: 90_000 },
        { name: 'Garage', askingRentCents: 8_000 },
      ],
    },
    ({ amountCents, units }) => splitOverUnits(amountCents, units),
  ),
  bill_split: rule(
    z.strictObject({
      amountCents: positive,
      method: z.enum(splitMethods),
      units: z
        .array(
          z.strictObject({
            unitId: z.string(),
            kind: z.enum(unitKinds).default('apartment'),
            areaSqm100: positive.nullable().default(null),
            coOwnershipNumerator: positive.nullable().default(null),
            coOwnershipDenominator: z.int().min(1).nullable().default(null),
            leaseId: z.string().nullable().default(null),
            persons: positive.nullable().default(null),
            ownShareCents: positive.default(0).describe('By hand: what the unit bears.'),
          }),
        )
        .min(1),
    }),
    {
      amountCents: 100_000,
      method: 'area',
      units: [
        { unitId: 'ground floor', areaSqm100: 6_250 },
        { unitId: 'first floor', areaSqm100: 8_125 },
      ],
    },
    explainBillSplit,
  ),
  recurrence: rule(
    z
      .strictObject({
        startsOn: day,
        endsOn: day.nullable().default(null),
        everyMonths: z.int().min(1).max(120),
        anchorDay: z.int().min(1).max(31),
        amounts: z.array(z.strictObject({ validFrom: day, amountCents: positive })).default([]),
        from: day,
        to: day,
      })
      .refine(...inOrder('startsOn', 'endsOn'))
      .refine(...inOrder('from', 'to')),
    { startsOn: '2026-01-31', everyMonths: 1, anchorDay: 31, from: '2026-01-01', to: '2026-04-30' },
    ({ from, to, ...series }) => explainRecurrence(series, { from, to }),
  ),
  occupancy: rule(
    z
      .strictObject({
        from: day,
        to: day,
        units: z
          .array(
            z
              .strictObject({
                name: z.string().default(''),
                areaSqm100: positive.optional().describe('With every unit: the occupancy by area, too.'),
                availableFrom: day.default(FIRST_DAY),
                availableTo: day.nullable().default(null),
                lets: z.array(openRange).default([]),
                ownUse: z.array(openRange).default([]),
              })
              .refine(...inOrder('availableFrom', 'availableTo')),
          )
          .min(1),
      })
      .refine(...inOrder('from', 'to')),
    {
      from: '2025-01-01',
      to: '2025-12-31',
      units: [
        { name: 'Flat 1', lets: [{ from: '2020-01-01' }] },
        { name: 'Flat 2', lets: [{ from: '2020-01-01', to: '2025-03-31' }, { from: '2025-06-01' }] },
      ],
    },
    explainOccupancy,
  ),
  economic_occupancy: rule(
    z.strictObject({
      rentCents: positive.describe('The rent that is due, or that came in.'),
      potentialCents: positive.describe('The rent of what is let and the asking rent of what is vacant.'),
    }),
    { rentCents: 950_000, potentialCents: 1_000_000 },
    explainEconomicOccupancy,
  ),
  vacancy_cost: rule(
    z.strictObject({
      months: z.array(
        z
          .strictObject({
            name: z.string().default(''),
            month,
            vacantDays: z.int().min(0).max(31),
            askingRentCents: positive.nullable(),
          })
          .refine((one) => one.vacantDays <= daysInMonth(one.month), {
            error: 'the month has not so many days',
            path: ['vacantDays'],
          }),
      ),
    }),
    { months: [{ name: 'Flat 2', month: '2026-02', vacantDays: 14, askingRentCents: 84_000 }] },
    ({ months }) => vacancyCost(months),
  ),
  arrears_by_age: rule(
    z.strictObject({
      today: day,
      items: z.array(z.strictObject({ dueOn: day, openCents: positive })),
    }),
    {
      today: '2026-11-21',
      items: [
        { dueOn: '2026-11-04', openCents: 85_000 },
        { dueOn: '2026-08-05', openCents: 20_000 },
      ],
    },
    ({ items, today }) => arrearsByAge(items, today),
  ),
  ...bankRules,
  ...figureRules,
  ...furtherRules,
  ...reminderRules,
  ...statementRules,
  ...taxRules,
  ...vatRules,
  ...plantRules,
};

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(rules, name);
