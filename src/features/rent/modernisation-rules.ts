import { day, type Explained, inputs, money, number, type TraceInput, word } from '../../domain/trace.ts';
import type { TraceWord } from '../../domain/trace-names.ts';
import type { ModernisationKind } from '../../domain/vocabulary.ts';
import { addMonths, type CalendarDate, firstOfMonth, monthOf, shiftMonth } from '../../lib/calendar.ts';
import { assertCents, divideRounded } from '../../lib/money.ts';
import type { CapHistory } from './index-rules.ts';

/** § 559 (3a) BGB: within six years at most so much a square metre and month; less where the rent is low. */
const CAP_CENTS_PER_SQM = 300;
const LOW_CAP_CENTS_PER_SQM = 200;
/** Below this rent a square metre the lower cap holds. */
const LOW_RENT_CENTS_PER_SQM = 700;
/** § 559e (3) BGB: what heating systems may add within six years. */
const HEATING_CAP_CENTS_PER_SQM = 50;
/** § 559c (1), (2) BGB: what may be claimed within five years for a dwelling in the simplified way. */
const SIMPLIFIED_LIMIT_CENTS = 1_000_000;

export type ModernisationRise = {
  /** The yearly share of the cost that counts, by twelve. */
  byCostCents: number;
  /** What the cap leaves after what was raised in the last six years. */
  capCents: number;
  /** The lower of the two: what the rent may rise by a month. */
  increaseCents: number;
  newRentCents: number;
};

type ModernisationInput = {
  kind?: ModernisationKind | undefined;
  netRentCents: number;
  areaSqm100: number;
  costCents: number;
  raisedInSixYearsCents: number;
  /** Of that, what heating systems raised. Only for those. */
  raisedByHeatingCents?: number | undefined;
  /** Public money for a heating system (§ 559a), more than nothing. Only for those. */
  subsidyCents?: number | undefined;
  /** What rises of the last five years claimed as cost. Only for the simplified way. */
  claimedInFiveYearsCents?: number | undefined;
};

type Share = { ofWord: TraceWord; formula: string; cents: number; inputs: TraceInput[]; sources: string[] };

const floorDivided = (numerator: bigint, denominator: bigint): number =>
  assertCents(Number(numerator / denominator));

/** What the cost adds a month; a fraction of a cent is dropped, since the law names a most. */
function shareOfCost(input: ModernisationInput): Share {
  const cost = BigInt(assertCents(input.costCents));
  switch (input.kind) {
    case 'simplified': {
      const earlier = assertCents(input.claimedInFiveYearsCents ?? 0);
      const left = BigInt(Math.max(0, SIMPLIFIED_LIMIT_CENTS - earlier));
      return {
        ofWord: 'simplified_share',
        formula:
          'min({modernisation_cost}, max(0, {simplified_limit} − {claimed_in_five_years})) × 70 % × 8 % ÷ 12',
        cents: floorDivided((cost < left ? cost : left) * 560n, 120_000n),
        inputs: inputs({
          simplified_limit: money(SIMPLIFIED_LIMIT_CENTS),
          claimed_in_five_years: money(earlier),
        }),
        sources: ['BGB § 559c (1), (2)'],
      };
    }
    case 'heating': {
      const subsidy = BigInt(assertCents(input.subsidyCents ?? 0));
      if (subsidy <= 0n) throw new RangeError('§ 559e needs a subsidy; without one § 559 holds');
      const counted = cost * 85n - subsidy * 100n;
      return {
        ofWord: 'heating_share',
        formula: 'max(0, {modernisation_cost} × 85 % − {subsidy}) × 10 % ÷ 12',
        cents: floorDivided(counted > 0n ? counted : 0n, 12_000n),
        inputs: inputs({ subsidy: money(Number(subsidy)) }),
        sources: ['BGB § 559e'],
      };
    }
    default:
      return {
        ofWord: 'eight_percent_a_year',
        formula: '{modernisation_cost} × 8 % ÷ 12',
        cents: floorDivided(cost * 8n, 1_200n),
        inputs: [],
        sources: ['BGB § 559 (1)'],
      };
  }
}

/** What the caps leave a month; for heating systems the lower of theirs and that of all modernisations. */
function leftOfCaps(input: ModernisationInput, perSqm: number) {
  const area = BigInt(input.areaSqm100);
  const raised = assertCents(input.raisedInSixYearsCents);
  const wholeCents = floorDivided(BigInt(perSqm) * area, 100n) - raised;
  const whole = '{cap_per_sqm} × {living_area} − {raised_in_six_years}';
  if (input.kind !== 'heating') {
    return { cents: Math.max(0, wholeCents), formula: `max(0, ${whole})`, inputs: [] };
  }
  const byHeating = assertCents(input.raisedByHeatingCents ?? 0);
  const heatingCents = floorDivided(BigInt(HEATING_CAP_CENTS_PER_SQM) * area, 100n) - byHeating;
  return {
    cents: Math.max(0, Math.min(wholeCents, heatingCents)),
    formula: `max(0, min(${whole}, {heating_cap_per_sqm} × {living_area} − {raised_by_heating}))`,
    inputs: inputs({
      heating_cap_per_sqm: money(HEATING_CAP_CENTS_PER_SQM),
      raised_by_heating: money(byHeating),
    }),
  };
}

/**
 * By how much a rent may rise after a modernisation. `costCents` is the cost for this dwelling: with § 559 without what
 * repairs would have cost anyway (§ 559 (2)) and without public funds (§ 559a); with § 559c and § 559e all of it, since the
 * law deducts 30 and 15 per cent for repairs. § 559e (1), (2) read as written: what counts is 85 per cent of the cost less
 * the subsidy, which is less than 85 per cent of the rest. Limits are upper ones, so a fraction of a cent is dropped.
 * Hardship (§ 559 (4), not with § 559c) is not judged. RangeError without an area, and for a heating system without public
 * money: § 559e (1) sentence 2 sends it to § 559.
 */
export function modernisationRise(input: ModernisationInput): Explained<ModernisationRise> {
  if (!(input.areaSqm100 > 0)) throw new RangeError('a modernisation needs the living area');
  const area = BigInt(input.areaSqm100);
  const rent = assertCents(input.netRentCents);
  const share = shareOfCost(input);
  const isLow = BigInt(rent) * 100n < BigInt(LOW_RENT_CENTS_PER_SQM) * area;
  const perSqm = isLow ? LOW_CAP_CENTS_PER_SQM : CAP_CENTS_PER_SQM;
  const left = leftOfCaps(input, perSqm);
  const increaseCents = Math.min(share.cents, left.cents);
  return {
    result: {
      byCostCents: share.cents,
      capCents: left.cents,
      increaseCents,
      newRentCents: rent + increaseCents,
    },
    trace: {
      rule: 'modernisation_cap',
      formula: 'min({rise_by_cost}, {rise_by_cap})',
      sources: [...share.sources, 'BGB § 559 (3a)'],
      inputs: inputs({
        current_rent: money(rent),
        living_area: number(input.areaSqm100 / 100),
        rent_per_sqm: money(divideRounded(BigInt(rent) * 100n, area)),
        modernisation_cost: money(input.costCents),
        raised_in_six_years: money(input.raisedInSixYearsCents),
        cap_per_sqm: money(perSqm),
        rise_by_cost: money(share.cents),
        rise_by_cap: money(left.cents),
      }),
      steps: [
        {
          of: [word(share.ofWord)],
          formula: share.formula,
          inputs: share.inputs,
          result: money(share.cents),
          rounding: 'down',
        },
        {
          of: [word('left_of_cap')],
          formula: left.formula,
          inputs: left.inputs,
          result: money(left.cents),
          rounding: 'down',
        },
      ],
      result: money(increaseCents),
    },
  };
}

/** What modernisations raised the net rent by within the six years before a day (§ 559 (3a) BGB). */
export function raisedByModernisation(history: CapHistory, validFrom: CalendarDate): number {
  const since = addMonths(validFrom, -72);
  return history.reduce((sum, rent, index) => {
    const previous = history[index - 1];
    const counts = rent.reason === 'modernisation' && rent.validFrom > since && rent.validFrom < validFrom;
    return counts && previous ? sum + Math.max(0, rent.netCents - previous.netCents) : sum;
  }, 0);
}

export type ModernisationDates = {
  /** The first day for which the raised rent is owed. */
  owedFrom: CalendarDate;
  isLate: boolean;
};

/**
 * From when a rent raised after a modernisation is owed (§ 559b (2) BGB): from the start of the third month after the
 * tenant received the declaration; six months later where the work was not announced as § 555c (1) and (3) to (5) demand, or the
 * rise is more than ten per cent above the announced one. `announcedCents`: the rise a month that was announced; null
 * where none was.
 */
export function modernisationDates(input: {
  receivedOn: CalendarDate;
  announcedCents: number | null;
  increaseCents: number;
}): Explained<ModernisationDates> {
  const { receivedOn, announcedCents: announced } = input;
  const isLate = announced === null || assertCents(input.increaseCents) * 10 > assertCents(announced) * 11;
  const startAfter = (months: number) => firstOfMonth(shiftMonth(monthOf(receivedOn), months));
  const owedFrom = startAfter(isLate ? 9 : 3);
  return {
    result: { owedFrom, isLate },
    trace: {
      rule: 'modernisation_dates',
      formula: isLate ? '{owed_later}' : '{owed_by_letter}',
      sources: ['BGB § 559b (2)', 'BGB § 555c'],
      inputs: inputs({
        letter_received: day(receivedOn),
        announced_rise: money(announced),
        increase: money(input.increaseCents),
        owed_by_letter: day(startAfter(3)),
        ...(isLate && { owed_later: day(owedFrom) }),
      }),
      steps: [],
      result: day(owedFrom),
    },
  };
}
