import { type Explained, inputs, money, percent, text } from '../domain/trace.ts';
import { vatContained } from '../domain/vat.ts';
import { divideRounded, sumCents } from '../lib/money.ts';
import { type CountedBill, isBilledTo } from './bills.ts';
import type { StatementLease } from './input.ts';
import type { LineResult, ShareResult } from './result.ts';

/** What was billed for a line, and the VAT those bills state, both as far as they are passed on. */
type Billed = { billedCents: number; billedVatCents: number };

export type LeaseVat = {
  rateBp: number;
  /** The VAT of the bills in each share, in the order of the shares: it comes back to the landlord, and nobody bears it. */
  inputVatCents: number[];
  netCents: number;
  vatCents: number;
  /** What the lease bears: the net costs and the VAT on them. */
  costsCents: number;
  /** In what was paid in advance. */
  advancesVatCents: number;
};

/**
 * What a lease with VAT bears. Costs are part of the consideration for the let (section 4.12.1 (5) UStAE), so that whatever
 * its bills say they bear the rate of the rent (§ 10 (1) UStG); the VAT in the bills is the landlord's to deduct as far as he
 * lets with VAT (§ 15 (1) no. 1, (4) UStG), and no cost. Of each share as much of it as the bills have on average, rounded
 * half up; on the net sum the VAT, rounded once; of every advance what it contains (§ 14 (5) sentence 2 UStG).
 */
export function leaseVat(of: {
  rateBp: number;
  shares: readonly (Billed & { name: string; amountCents: number })[];
  paidCents: readonly number[];
}): Explained<LeaseVat> {
  const { rateBp, shares } = of;
  const inputVatCents = shares.map(inputVatOf);
  const netCents = sumCents(shares.map(({ amountCents }) => amountCents)) - sumCents(inputVatCents);
  const vatCents = divideRounded(BigInt(netCents) * BigInt(rateBp), 10_000n);
  const advancesVatCents = sumCents(of.paidCents.map((cents) => vatContained(cents, rateBp)));
  const costsCents = netCents + vatCents;
  return {
    result: { rateBp, inputVatCents, netCents, vatCents, costsCents, advancesVatCents },
    trace: {
      rule: 'statement_vat',
      formula: '{net_costs} × (100 % + {vat_rate})',
      sources: ['§ 10 (1) UStG', '§ 15 (1), (4) UStG', '§ 14 (5) UStG', '4.12.1 (5) UStAE'],
      inputs: inputs({ net_costs: money(netCents), vat_rate: percent(rateBp) }),
      steps: shares.map(({ name, amountCents, billedCents, billedVatCents }, index) => ({
        of: [text(name)],
        // A share of nothing, as of bills that take each other back, has none in it.
        formula: billedCents === 0 ? '{amount}' : '{amount} − {amount} × {vat_in_it} ÷ {total}',
        inputs: inputs({
          amount: money(amountCents),
          vat_in_it: money(billedVatCents),
          total: money(billedCents),
        }),
        result: money(amountCents - (inputVatCents[index] ?? 0)),
      })),
      result: money(costsCents),
    },
  };
}

/** A lump sum is never settled: the VAT in it is that of its rents. */
export const isWithVat = ({ vatRateBp = 0, settlement }: StatementLease): boolean =>
  vatRateBp > 0 && settlement === 'advances';

const inputVatOf = ({ amountCents, billedCents, billedVatCents }: Billed & { amountCents: number }) =>
  billedCents === 0 ? 0 : divideRounded(BigInt(amountCents) * BigInt(billedVatCents), BigInt(billedCents));

/** The VAT of a bill, as far as it is passed on: as its amount is. */
const vatPassedOn = ({ bill, partCents, notRecoverableCents }: CountedBill): number =>
  bill.amountCents === 0
    ? 0
    : divideRounded(
        BigInt(bill.vatCents ?? 0) * BigInt(partCents - notRecoverableCents),
        BigInt(bill.amountCents),
      );

/** What a lease's share of a line was billed with: by the key `direct` its own bills alone; of a plant the fuel, too. */
export function billedFor(line: LineResult, share: ShareResult, lease: StatementLease): Billed {
  const own = line.bills.filter((bill) => share.key !== 'direct' || isBilledTo(bill, lease));
  const fuel = line.plant?.fuel;
  return {
    billedCents:
      sumCents(own.map((one) => one.partCents - one.notRecoverableCents)) + (fuel?.consumedCents ?? 0),
    billedVatCents: sumCents(own.map(vatPassedOn)) + (fuel?.consumedVatCents ?? 0),
  };
}
