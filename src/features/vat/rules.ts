import {
  type Explained,
  inputs,
  money,
  month as monthValue,
  number,
  percent,
  type Trace,
  text,
} from '../../domain/trace.ts';
import { type Month, maxDate, minDate, monthOf } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import { sumOf } from '../statistics/cash-rules.ts';

/**
 * By what VAT is reckoned: fees agreed (§ 16 (1) sentence 1 UStG), or fees received, which the tax office grants on
 * application (§ 20 UStG).
 */
export const vatBases = ['agreed', 'received'] as const;
export type VatBasis = (typeof vatBases)[number];

/** A line of the rent account with VAT, as it stands, and what came for it; released again it is negative. */
export type VatClaim = {
  /** The month it was supplied in, or in which its amount changed. */
  month: Month;
  /** As it was posted: the share of VAT in what is paid on it. */
  line: { amountCents: number; vatCents: number };
  amountCents: number;
  vatCents: number;
  receipts: readonly { month: Month; cents: number }[];
};

export type VatPart = { month: Month; netCents: number; vatCents: number };

/**
 * In which months the VAT of a claim arises. By fees agreed with the month of the supply, of what was received before with that
 * month (§ 13 (1) no. 1 a sentences 1 and 4 UStG); by fees received with the months of the payments (§ 13 (1) no. 1 b UStG).
 * Of every payment as much as the line has on average, reckoned on all that was paid up to it, so that the parts are the whole.
 */
export function vatParts({ basis, claim }: { basis: VatBasis; claim: VatClaim }): Explained<VatPart[]> {
  const { line } = claim;
  const share = (cents: number) =>
    line.amountCents === 0
      ? 0
      : divideRounded(BigInt(line.vatCents) * BigInt(cents), BigInt(line.amountCents));
  const received = [...Map.groupBy(claim.receipts, (one) => one.month)]
    .map(([month, ones]) => ({ month, cents: sumCents(ones.map(({ cents }) => cents)) }))
    .filter(({ month, cents }) => cents !== 0 && (basis === 'received' || month < claim.month))
    .toSorted((a, b) => a.month.localeCompare(b.month));
  let paidCents = 0;
  const parts = received.map(({ month, cents }) => {
    const before = share(paidCents);
    paidCents += cents;
    const vatCents = share(paidCents) - before;
    return { month, netCents: cents - vatCents, vatCents };
  });
  const leftCents = claim.amountCents - paidCents;
  const leftVatCents = claim.vatCents - sumCents(parts.map(({ vatCents }) => vatCents));
  if (basis === 'agreed' && (leftCents !== 0 || leftVatCents !== 0)) {
    parts.push({ month: claim.month, netCents: leftCents - leftVatCents, vatCents: leftVatCents });
  }
  return {
    result: parts,
    trace: {
      ...sumOf(
        'vat_parts',
        parts.map(({ month, vatCents }) => ({ of: monthValue(month), cents: vatCents })),
      ).trace,
      sources:
        basis === 'agreed'
          ? ['§ 13 (1) no. 1 a UStG', '§ 16 (1) UStG']
          : ['§ 13 (1) no. 1 b UStG', '§ 20 UStG'],
    },
  };
}

/** How a unit is used on a day: let with VAT, let or used without, or never let so far. */
export type VatUse = 'taxed' | 'exempt' | null;
export type VatUnit = { name: string; weight: number | null; use: VatUse };
/** Why a bill's VAT is not deducted by itself. */
export const undecidedReasons = ['no_property', 'never_let', 'no_area'] as const;
export type UndecidedReason = (typeof undecidedReasons)[number];

/** What stops the VAT of a bill from being split; null where nothing does. */
export function undecidedReason(units: readonly VatUnit[]): UndecidedReason | null {
  if (units.length === 0) return 'no_property';
  const uses = new Set(units.map(({ use }) => use));
  if (uses.has(null)) return 'never_let';
  if (uses.size === 1) return null;
  return units.some(({ weight }) => weight === null) || units.every(({ weight }) => weight === 0)
    ? 'no_area'
    : null;
}

/**
 * What of a bill's VAT may be deducted: all of it where only lets with VAT use it, nothing where none does (§ 15 (1) no. 1, (2)
 * no. 1 UStG), else the part of those units by the weight of the bill's own split, or by floor area (§ 15 (4) UStG). Null where
 * that cannot be said (`undecidedReason`).
 */
export function inputVat(bill: { vatCents: number; units: readonly VatUnit[] }): Explained<number | null> {
  const { vatCents, units } = bill;
  const isSame = new Set(units.map(({ use }) => use)).size === 1;
  const weights = units.map((unit) => ({ ...unit, weight: isSame ? 1 : (unit.weight ?? 0) }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const taxed = weights.reduce((sum, { weight, use }) => sum + (use === 'taxed' ? weight : 0), 0);
  const result =
    undecidedReason(units) === null ? divideRounded(BigInt(vatCents) * BigInt(taxed), BigInt(total)) : null;
  const weight = (value: number) => number(isSame ? value : value / 100);
  return {
    result,
    trace: {
      rule: 'input_vat',
      formula: '{vat_in_it} × {weight_with_vat} ÷ {all_weights}',
      sources: ['§ 15 (1) no. 1 UStG', '§ 15 (2) no. 1 UStG', '§ 15 (4) UStG'],
      inputs: inputs({
        vat_in_it: money(vatCents),
        weight_with_vat: weight(taxed),
        all_weights: weight(total),
      }),
      steps: weights.map((unit) => ({
        of: [text(unit.name)],
        formula: '{weight_with_vat}',
        inputs: inputs({ weight_with_vat: weight(unit.use === 'taxed' ? unit.weight : 0) }),
        result: weight(unit.use === 'taxed' ? unit.weight : 0),
      })),
      result: money(result),
    },
  };
}

/**
 * In which month a bill's VAT may be deducted: with the bill, once the supply is there or paid (§ 15 (1) no. 1 sentences 2 and
 * 3 UStG). A bill without a day counts with the day it is booked.
 */
export function inputVatMonth(bill: {
  bookedOn: string;
  invoiceOn: string | null;
  serviceTo: string | null;
}): Month {
  const billed = bill.invoiceOn ?? bill.bookedOn;
  return monthOf(maxDate(billed, bill.serviceTo && minDate(bill.serviceTo, bill.bookedOn)));
}

export type VatRate = { rateBp: number; netCents: number; vatCents: number };
/** What a month, a quarter or a year comes to. */
export type VatFigures = { rates: VatRate[]; inputCents: number };

/** What several months come to, the highest rate first. */
export function sumVat(figures: readonly VatFigures[]): VatFigures {
  const byRate = Map.groupBy(
    figures.flatMap(({ rates }) => rates),
    ({ rateBp }) => rateBp,
  );
  return {
    rates: [...byRate]
      .map(([rateBp, ones]) => ({
        rateBp,
        netCents: sumCents(ones.map(({ netCents }) => netCents)),
        vatCents: sumCents(ones.map(({ vatCents }) => vatCents)),
      }))
      .toSorted((a, b) => b.rateBp - a.rateBp),
    inputCents: sumCents(figures.map(({ inputCents }) => inputCents)),
  };
}

/** What is to be paid of a period: VAT of the lets less that of the bills (§ 16 (2) sentence 1, § 18 (1) UStG); negative comes back. */
export function vatDue({ rates, inputCents }: VatFigures): Explained<number> {
  const output = sumOf(
    'output_vat',
    rates.map(({ rateBp, vatCents }) => ({ of: percent(rateBp), cents: vatCents })),
  );
  const trace: Trace = {
    rule: 'vat_due',
    formula: '{output_vat} − {deducted_vat}',
    sources: ['§ 16 (2) UStG', '§ 18 (1) UStG'],
    inputs: [
      { name: 'output_vat', value: output.trace.result, trace: output.trace },
      ...inputs({ deducted_vat: money(inputCents) }),
    ],
    steps: [],
    result: money(output.result - inputCents),
  };
  return { result: output.result - inputCents, trace };
}
