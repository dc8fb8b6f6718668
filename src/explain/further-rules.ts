import { z } from 'zod';
import type { RuleName } from '../domain/trace-names.ts';
import { prorationMethods, rentComponents, settlementKinds } from '../domain/vocabulary.ts';
import { expectedBookings, expectedRents } from '../features/statistics/outlook-rules.ts';
import { rentReduction } from '../ledger/reduction-rules.ts';
import { eachMonth, FIRST_DAY } from '../lib/calendar.ts';
import {
  day,
  depositMovement,
  inOrder,
  month,
  netRents,
  openItem,
  openRange,
  period,
  positive,
  type RegisteredRule,
  rule,
} from './define.ts';
import {
  explainConsumption,
  explainDepositBalance,
  explainMonthlyMean,
  explainMonths,
  explainNetColdRent,
  explainNextDueDay,
  explainReferenceBasis,
  explainSegments,
  explainTransfer,
  explainValueChange,
} from './further.ts';
import { explainIban, explainPaymentReference } from './numbers.ts';

const series = {
  startsOn: day,
  endsOn: day.nullable().default(null),
  everyMonths: z.int().min(1).max(120),
  anchorDay: z.int().min(1).max(31),
};
const amounts = z.array(z.strictObject({ validFrom: day, amountCents: positive })).min(1);

/** Rules that a page shows as figures of their own. */
export const furtherRules = {
  iban: rule(
    z.strictObject({ iban: z.string().max(100) }),
    { iban: 'DE02 1203 0000 0000 2020 51' },
    ({ iban }) => explainIban(iban),
  ),
  payment_reference: rule(
    z.strictObject({
      body: z
        .string()
        .max(21)
        .refine((body) => /^[A-Z0-9]+$/i.test(body), { error: 'letters and digits' })
        .describe('The last twelve signs of the lease’s id.'),
    }),
    { body: '539007547034' },
    ({ body }) => explainPaymentReference(body),
  ),
  transfer_split: rule(
    z.strictObject({
      amountCents: positive,
      leaseIds: z.array(z.string()).min(1),
      openItems: z.array(openItem.extend({ leaseId: z.string() })),
      paidOn: day.optional().describe('Left out, everything counts as due.'),
    }),
    {
      amountCents: 100_000,
      leaseIds: ['flat', 'garage'],
      openItems: [
        { leaseId: 'flat', chargeId: 'flat november', dueOn: '2026-11-04', openCents: 90_000 },
        { leaseId: 'garage', chargeId: 'garage november', dueOn: '2026-11-04', openCents: 10_000 },
      ],
    },
    explainTransfer,
  ),
  deposit_balance: rule(
    z.strictObject({ movements: z.array(depositMovement), on: day }),
    {
      movements: [
        { kind: 'received', bookedOn: '2024-01-01', amountCents: 200_000 },
        { kind: 'deduction', bookedOn: '2026-02-10', amountCents: 40_000 },
      ],
      on: '2026-02-28',
    },
    ({ movements, on }) => explainDepositBalance(movements, on),
  ),
  reference_rent_basis: rule(
    z.strictObject({
      rents: netRents.describe('Every net rent since the start.'),
      validFrom: day.describe('From when the rise is to hold.'),
    }),
    {
      rents: [
        { validFrom: '2020-02-01', netCents: 60_000 },
        { validFrom: '2025-03-01', netCents: 65_000 },
      ],
      validFrom: '2026-12-01',
    },
    ({ rents, validFrom }) =>
      explainReferenceBasis(
        rents.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)),
        validFrom,
      ),
  ),
  net_cold_rent: rule(
    z.strictObject({
      lines: z.array(
        z.strictObject({
          component: z.enum(rentComponents).default('net'),
          settlement: z.enum(settlementKinds).default('none'),
          amountCents: positive,
          vatRateBp: z.int().min(0).max(10_000).default(0),
        }),
      ),
    }),
    {
      lines: [
        { amountCents: 119_000, vatRateBp: 1_900 },
        { component: 'operating_costs', settlement: 'advance', amountCents: 20_000 },
      ],
    },
    ({ lines }) => explainNetColdRent(lines),
  ),
  expected_rents: rule(
    z
      .strictObject({
        startsOn: day,
        endsOn: day.nullable().default(null),
        prorationMethod: z.enum(prorationMethods).default('calendar_days'),
        rents: amounts,
        months: z.array(month),
      })
      .refine(...inOrder('startsOn', 'endsOn')),
    {
      startsOn: '2024-02-01',
      endsOn: '2027-01-15',
      rents: [{ validFrom: '2024-02-01', amountCents: 70_000 }],
      months: ['2026-12', '2027-01', '2027-02'],
    },
    ({ months, ...lease }) => explainMonths('expected_rents', months, expectedRents(lease, months)),
  ),
  expected_bookings: rule(
    z
      .strictObject({ ...series, amounts, firstMonth: month, lastMonth: month })
      .refine(...inOrder('startsOn', 'endsOn'))
      .refine(...inOrder('firstMonth', 'lastMonth')),
    {
      startsOn: '2026-01-31',
      everyMonths: 3,
      anchorDay: 31,
      amounts: [{ validFrom: '2026-01-31', amountCents: 30_000 }],
      firstMonth: '2026-01',
      lastMonth: '2026-06',
    },
    ({ firstMonth, lastMonth, ...item }) => {
      const months = eachMonth(firstMonth, lastMonth);
      return explainMonths('expected_bookings', months, expectedBookings(item, months));
    },
  ),
  occupancy_segments: rule(
    z.strictObject({
      unit: z
        .strictObject({
          availableFrom: day.default(FIRST_DAY),
          availableTo: day.nullable().default(null),
          lets: z.array(openRange).default([]),
          ownUse: z.array(openRange).default([]),
        })
        .refine(...inOrder('availableFrom', 'availableTo')),
      period,
      askingRentCents: positive.nullable().default(null),
      today: day,
    }),
    {
      unit: { lets: [{ from: '2020-01-01', to: '2025-03-31' }, { from: '2025-06-01' }] },
      period: { from: '2025-01-01', to: '2025-12-31' },
      askingRentCents: 62_000,
      today: '2025-12-31',
    },
    explainSegments,
  ),
  rent_reduction: rule(
    z
      .strictObject({
        rents: z.array(
          z
            .strictObject({
              month,
              from: day.describe('First day the rent is for.'),
              to: day,
              rentCents: positive.describe('The whole rent, with what is paid in advance or as a lump sum.'),
              waivedCents: positive.default(0).describe('What was waived or reduced of it before.'),
            })
            .refine(...inOrder('from', 'to')),
        ),
        from: day.describe('First day of the defect.'),
        to: day,
        shareBp: z.int().min(1).max(10_000).describe('By how much it reduces the rent.'),
      })
      .refine(...inOrder('from', 'to')),
    {
      rents: [
        { month: '2026-10', from: '2026-10-01', to: '2026-10-31', rentCents: 100_000 },
        { month: '2026-11', from: '2026-11-01', to: '2026-11-30', rentCents: 100_000 },
      ],
      from: '2026-10-25',
      to: '2026-11-14',
      shareBp: 2_000,
    },
    ({ rents, ...defect }) =>
      rentReduction({
        ...defect,
        rents: rents.map(({ from, to, waivedCents, ...rent }) => ({
          ...rent,
          chargeId: rent.month,
          periodFrom: from,
          periodTo: to,
          owedCents: Math.max(0, rent.rentCents - waivedCents),
        })),
      }),
  ),
  next_due_day: rule(
    z.strictObject({ ...series, from: day }).refine(...inOrder('startsOn', 'endsOn')),
    { startsOn: '2026-01-31', everyMonths: 1, anchorDay: 31, from: '2026-02-01' },
    ({ from, ...one }) => explainNextDueDay(one, from),
  ),
  monthly_mean: rule(
    z.strictObject({ amountCents: positive, everyMonths: z.int().min(1).max(120) }),
    { amountCents: 30_000, everyMonths: 3 },
    ({ amountCents, everyMonths }) => explainMonthlyMean(amountCents, everyMonths),
  ),
  meter_consumption: rule(
    z.strictObject({
      earlierThousandths: positive.describe('A reading in thousandths: 1234.567 m³ is 1234567.'),
      laterThousandths: positive,
    }),
    { earlierThousandths: 1_234_567, laterThousandths: 1_300_000 },
    explainConsumption,
  ),
  value_change: rule(
    z.strictObject({ valueCents: positive, priceCents: z.int().min(1).nullable() }),
    { valueCents: 22_000_000, priceCents: 20_000_000 },
    ({ valueCents, priceCents }) => explainValueChange(valueCents, priceCents),
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
