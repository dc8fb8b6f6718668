import { z } from 'zod';
import type { RuleName } from '../domain/trace-names.ts';
import { modernisationKinds } from '../domain/vocabulary.ts';
import { lumpSums } from '../features/arrears/margin-rules.ts';
import { dayCounts, interestRoundings } from '../features/arrears/rules.ts';
import { noticeThresholds } from '../features/arrears/threshold-rules.ts';
import { depositHoldBack } from '../features/deposit/hold-back-rules.ts';
import { depositCap, depositInstalments, interestSoFar } from '../features/deposit/rules.ts';
import { knownBaseRates } from '../features/legal/base-rate-facts.ts';
import { indexDates } from '../features/rent/index-date-rules.ts';
import { indexRent, referenceRentCap } from '../features/rent/index-rules.ts';
import { lettingCap } from '../features/rent/letting-rules.ts';
import { modernisationDates, modernisationRise } from '../features/rent/modernisation-rules.ts';
import { carryOver } from '../ledger/carry-over-rules.ts';
import { addDays } from '../lib/calendar.ts';
import {
  cents,
  day,
  depositMovement,
  month,
  netRents,
  openItem,
  positive,
  type RegisteredRule,
  rule,
} from './define.ts';
import { explainDefaultInterest, explainDepositInterest, explainSimpleInterest } from './interest.ts';
import { explainAllocation, explainCredits } from './ledger.ts';

const claim = z
  .strictObject({
    id: z.string().default(''),
    dueOn: day.optional().describe('Interest begins on the day after.'),
    from: day.optional().describe('Instead of dueOn: the first day of interest.'),
    month: month.optional().describe('Of a rent: the month it is for.'),
    contractOn: day
      .optional()
      .describe('The day of the contract. Before 29 July 2014 older law holds (EGBGB Art. 229 § 34).'),
    totalCents: positive,
    payments: z
      .array(z.strictObject({ on: day, amountCents: positive }))
      .default([])
      .describe('The day of payment still bears interest on what was paid.'),
  })
  .refine((one) => (one.dueOn === undefined) !== (one.from === undefined), {
    error: 'either dueOn or from',
    path: ['dueOn'],
  })
  .transform(({ from, dueOn, month, contractOn, ...one }) => ({
    ...one,
    dueOn: dueOn ?? addDays(from ?? '', -1),
    ...(month && { month }),
    ...(contractOn && { contractOn }),
  }));
/** Claims without a name are told apart by their place. */
const claims = z
  .array(claim)
  .min(1)
  .transform((all) => all.map((one, index) => ({ ...one, id: one.id || String(index + 1) })));

/** The rules of payments, arrears, deposits and changes of rent. */
export const moneyRules = {
  allocation: rule(
    z.strictObject({
      amountCents: positive,
      openItems: z.array(openItem),
      purpose: z.array(z.string()).default([]).describe('Ids of charges the payer named, in this order.'),
      paidOn: day.optional().describe('Left out, everything counts as due.'),
    }),
    {
      amountCents: 100_000,
      openItems: [
        { chargeId: 'october', dueOn: '2026-10-05', openCents: 70_000, advanceCents: 15_000 },
        { chargeId: 'november', dueOn: '2026-11-04', openCents: 70_000, advanceCents: 15_000 },
      ],
    },
    explainAllocation,
  ),
  credit_allocation: rule(
    z.strictObject({
      credits: z.array(z.strictObject({ paymentId: z.string(), paidOn: day, openCents: positive })),
      openItems: z.array(openItem),
    }),
    {
      credits: [{ paymentId: 'overpaid', paidOn: '2026-10-30', openCents: 5_000 }],
      openItems: [{ chargeId: 'november', dueOn: '2026-11-04', openCents: 70_000 }],
    },
    explainCredits,
  ),
  carry_over: rule(
    z.strictObject({
      openItems: z.array(z.strictObject({ dueOn: day, openCents: positive })),
      creditCents: positive.default(0),
    }),
    { openItems: [{ dueOn: '2026-10-05', openCents: 40_000 }], creditCents: 0 },
    carryOver,
  ),
  default_interest: rule(
    z
      .strictObject({
        claims,
        through: day.describe('The last day of interest.'),
        isBusiness: z
          .boolean()
          .default(false)
          .describe('Neither side is a consumer: nine points instead of five (§ 288 (2) BGB).'),
        debtorIsBusiness: z
          .boolean()
          .optional()
          .describe(
            'The debtor is no consumer: 40 € for each claim (§ 288 (5) BGB). Left out: as isBusiness.',
          ),
        baseRates: z
          .array(z.strictObject({ validFrom: day, rateBp: cents }))
          .default([...knownBaseRates])
          .describe('Left out: the published base rates (§ 247 BGB).'),
        ownRateBp: positive.nullable().default(null).describe('A yearly rate instead of the statutory one.'),
        dayCount: z
          .enum(dayCounts)
          .default('actual')
          .describe('actual: days ÷ 365, in leap years ÷ 366. The result compares all of them.'),
        rounding: z
          .enum(interestRoundings)
          .default('parts')
          .describe('parts: each part to the cent; sum: once; day: the interest of a day to 0.0001 first.'),
      })
      .refine((input) => !input.isBusiness || input.debtorIsBusiness !== false, {
        error: 'where neither side is a consumer the debtor is none',
        path: ['debtorIsBusiness'],
      }),
    { claims: [{ dueOn: '2011-01-05', totalCents: 85_000 }], through: '2011-03-04' },
    ({ isBusiness, debtorIsBusiness, baseRates, ownRateBp, ...input }) =>
      explainDefaultInterest({
        ...input,
        owesLumpSums: (debtorIsBusiness ?? isBusiness) && ownRateBp === null,
        terms:
          ownRateBp === null
            ? { kind: 'statutory', isBusiness, baseRates }
            : { kind: 'own', rateBp: ownRateBp },
      }),
  ),
  default_lump_sum: rule(
    z.strictObject({ claims, through: day }),
    { claims: [{ dueOn: '2026-01-06', totalCents: 85_000 }], through: '2026-01-31' },
    lumpSums,
  ),
  simple_interest: rule(
    z.strictObject({
      principalCents: positive,
      rateBp: cents.describe('The yearly rate, for example base rate + 5 points.'),
      days: positive,
      daysOfYear: z.union([z.literal(360), z.literal(365), z.literal(366)]).default(365),
    }),
    { principalCents: 100_000, rateBp: 512, days: 25 },
    explainSimpleInterest,
  ),
  notice_thresholds: rule(
    z.strictObject({
      rents: z.array(
        z.strictObject({
          periodFrom: day,
          openCents: positive,
          rentCents: positive.optional().describe('The rent of its month, advances included.'),
        }),
      ),
      monthlyRentCents: positive.describe('The rent of the months that name none.'),
      isDwelling: z.boolean().default(true),
    }),
    {
      rents: [
        { periodFrom: '2026-09-01', openCents: 40_000 },
        { periodFrom: '2026-10-01', openCents: 40_000 },
      ],
      monthlyRentCents: 70_000,
    },
    ({ rents, monthlyRentCents, isDwelling }) =>
      noticeThresholds({
        isDwelling,
        rents: rents.map(({ rentCents, ...rent }) => ({ ...rent, rentCents: rentCents ?? monthlyRentCents })),
      }),
  ),
  deposit_cap: rule(
    z.strictObject({
      monthlyNetRentCents: positive.describe('Without operating costs shown as advance or lump sum.'),
      agreedCents: positive,
    }),
    { monthlyNetRentCents: 70_000, agreedCents: 240_000 },
    depositCap,
  ),
  deposit_hold_back: rule(
    z.strictObject({
      open: z
        .array(z.strictObject({ from: day, to: day, deadline: day }))
        .describe('Days of the tenancy that are not settled yet, and the last day of their statement.'),
      last: z
        .strictObject({ from: day, to: day, resultCents: cents })
        .nullable()
        .default(null)
        .describe('What its last statement came to: positive for a back-payment.'),
      monthlyAdvanceCents: positive.default(0),
      heldCents: positive,
    }),
    {
      open: [{ from: '2026-01-01', to: '2026-03-31', deadline: '2027-12-31' }],
      last: { from: '2025-01-01', to: '2025-12-31', resultCents: 36_500 },
      monthlyAdvanceCents: 15_000,
      heldCents: 200_000,
    },
    depositHoldBack,
  ),
  deposit_instalments: rule(
    z.strictObject({
      agreedCents: positive,
      startsOn: day,
      nextRentsDueOn: z.array(day).length(2),
      receivedCents: positive.default(0),
    }),
    { agreedCents: 210_000, startsOn: '2026-01-01', nextRentsDueOn: ['2026-02-04', '2026-03-04'] },
    depositInstalments,
  ),
  deposit_interest: rule(
    z.strictObject({
      movements: z
        .array(z.strictObject({ on: day, amountCents: cents }))
        .min(1)
        .describe('What was paid in, and negative what was taken out.'),
      rates: z.array(z.strictObject({ validFrom: day, rateBp: z.int().min(-10_000).max(10_000) })).min(1),
      through: day.describe('The day the interest ends; that day itself bears none.'),
      credited: z
        .enum(['year_end', 'anniversary'])
        .default('year_end')
        .describe('When interest begins to bear interest.'),
      rounding: z
        .enum(['yearly', 'end'])
        .default('yearly')
        .describe('yearly: each credit to the cent, as banks do; end: only the end.'),
    }),
    {
      movements: [{ on: '2005-12-10', amountCents: 250_000 }],
      rates: [{ validFrom: '2005-12-10', rateBp: 220 }],
      through: '2006-12-10',
      credited: 'anniversary',
    },
    explainDepositInterest,
  ),
  deposit_interest_due: rule(
    z.strictObject({
      movements: z.array(depositMovement).min(1),
      rateBp: z.int().min(0).max(10_000).describe('The yearly rate since interest was last credited.'),
      through: day.describe('The last day of interest.'),
    }),
    {
      movements: [
        { kind: 'received', bookedOn: '2024-01-01', amountCents: 200_000 },
        { kind: 'interest', bookedOn: '2024-12-31', amountCents: 2_000 },
      ],
      rateBp: 200,
      through: '2025-12-31',
    },
    interestSoFar,
  ),
  index_rent: rule(
    z.strictObject({
      rentCents: positive.describe('The net rent before the change.'),
      oldIndex: z.number().positive().describe('The index when the rent was last fixed.'),
      newIndex: z.number().positive().describe('The index now, from the same base year.'),
      noticeReceivedOn: day.nullable().default(null),
      isGerman: z.boolean().default(true),
      isDwelling: z.boolean().default(true),
    }),
    { rentCents: 60_000, oldIndex: 106.6, newIndex: 109.3, noticeReceivedOn: '2026-03-15' },
    indexRent,
  ),
  index_rent_dates: rule(
    z.strictObject({
      rents: netRents.describe(
        'Every net rent since the start; rises after modernisation do not break the year.',
      ),
      receivedOn: day
        .nullable()
        .default(null)
        .describe('The day the letter is received; of other premises that from which the contract has it.'),
      isGerman: z.boolean().default(true),
      isDwelling: z.boolean().default(true),
    }),
    {
      rents: [
        { validFrom: '2024-02-01', netCents: 80_000 },
        { validFrom: '2025-06-01', netCents: 83_000 },
      ],
      receivedOn: '2026-03-15',
    },
    indexDates,
  ),
  modernisation_cap: rule(
    z.strictObject({
      netRentCents: positive,
      areaSqm100: z.int().min(1),
      kind: z.enum(modernisationKinds).default('ordinary'),
      costCents: positive.describe(
        'Of this dwelling; by its cost (§ 559) without repairs that were due anyway.',
      ),
      raisedInSixYearsCents: positive
        .default(0)
        .describe('By how much modernisations raised the monthly rent before.'),
      raisedByHeatingCents: positive.default(0).describe('Of that, by heating systems.'),
      subsidyCents: positive.default(0).describe('For a heating system (§ 559e).'),
      claimedInFiveYearsCents: positive
        .default(0)
        .describe('As cost, before a rise in the simplified way (§ 559c).'),
    }),
    { netRentCents: 60_000, areaSqm100: 7_500, costCents: 2_000_000 },
    modernisationRise,
  ),
  modernisation_dates: rule(
    z.strictObject({
      receivedOn: day.describe('The day the declaration is received.'),
      announcedCents: positive
        .nullable()
        .default(null)
        .describe('The rise a month that was announced; null: none.'),
      increaseCents: positive,
    }),
    { receivedOn: '2026-03-15', announcedCents: 6_000, increaseCents: 6_601 },
    modernisationDates,
  ),
  letting_cap: rule(
    z.strictObject({
      referenceRentCents: positive,
      previousRentCents: positive
        .nullable()
        .default(null)
        .describe('Without what was agreed in the last year.'),
      modernisationCents: positive
        .default(0)
        .describe('What a modernisation of the last three years allows.'),
    }),
    { referenceRentCents: 80_005, previousRentCents: 90_000 },
    lettingCap,
  ),
  reference_rent_cap: rule(
    z.strictObject({
      currentRentCents: positive,
      rentThreeYearsAgoCents: positive,
      referenceRentCents: positive.nullable().default(null).describe('The local reference rent, when known.'),
      capBp: z.union([z.literal(2_000), z.literal(1_500)]).default(2_000),
      modernisationCents: positive.default(0).describe('Rises under § 559 in the three years do not count.'),
      requestReceivedOn: day.nullable().default(null),
    }),
    {
      currentRentCents: 50_000,
      rentThreeYearsAgoCents: 50_000,
      referenceRentCents: 62_000,
      requestReceivedOn: '2026-03-15',
    },
    referenceRentCap,
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
