import { type Explained, inputs, money, number, type TraceStep, text } from '../../domain/trace.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import { LineStop } from '../problems.ts';

/**
 * One line of an association's yearly statement: what falls on the flat is given, or is a part of the total by a key
 * (co-ownership shares, units, consumption).
 */
export type AssociationLine = {
  name: string;
  totalCents: number;
  own: { cents: number } | { numerator: number; denominator: number };
  /** What of the flat's part the tenant bears, if it was agreed: hundredths of a per cent. */
  recoverableBp: number;
  /** A contribution to the reserve is no cost, and belongs to what is due (§ 28 (2) WEG). */
  isReserve: boolean;
  /** Labour of the flat's part (§ 35a EStG). */
  labourCents: number;
  /** Of heating: the landlord's part of the CO₂ costs in the flat's part, which the service shows and leaves in. */
  co2LandlordCents?: number;
};

export type AssociationResult = {
  lines: {
    name: string;
    ownCents: number;
    recoverableCents: number;
    landlordCents: number;
    labourCents: number;
  }[];
  /** The owner's own bills beside the association's. */
  receiptsCents: number;
  /** What the tenant's statement takes over, own receipts included. */
  recoverableCents: number;
  landlordCents: number;
  /** Costs and reserve of the flat less the advances that were due: what the owner still owes, or gets back. */
  balanceCents: number;
};

/**
 * A condominium's year for the statement to the tenant: of each line the flat's part and what of it may be passed on, and
 * beside them the owner's own receipts (property tax). The balance after § 28 (2) WEG sets costs and reserve against the
 * advances that were due, paid or not. Of heating the landlord's part of the CO₂ costs is taken off (§ 7 CO2KostAufG): a
 * metering service shows it to an association and leaves it in. Parts are rounded half up. LineStop where a part is more than its line, or the
 * lines do not add up to the total that the association states.
 */
export function associationStatement(of: {
  lines: readonly AssociationLine[];
  statedTotalCents: number | null;
  receipts: readonly { name: string; amountCents: number }[];
  advancesDueCents: number;
}): Explained<AssociationResult> {
  const total = sumCents(of.lines.map(({ totalCents }) => totalCents));
  if (of.statedTotalCents !== null && total !== of.statedTotalCents) {
    throw new LineStop('association_total_differs', 'statedTotalCents');
  }
  const counted = of.lines.map((line) => {
    const ownCents = ownOf(line);
    const passedOn = line.isReserve
      ? 0
      : divideRounded(BigInt(ownCents) * BigInt(line.recoverableBp), 10_000n);
    return { line, ownCents, recoverableCents: passedOn === 0 ? 0 : passedOn - co2Of(line) };
  });
  const receiptsCents = sumCents(of.receipts.map(({ amountCents }) => amountCents));
  const ownCents = sumCents(counted.map((one) => one.ownCents));
  const passedOn = sumCents(counted.map((one) => one.recoverableCents));
  return {
    result: {
      lines: counted.map((one) => ({
        name: one.line.name,
        ownCents: one.ownCents,
        recoverableCents: one.recoverableCents,
        landlordCents: one.ownCents - one.recoverableCents,
        labourCents: one.line.labourCents,
      })),
      receiptsCents,
      recoverableCents: passedOn + receiptsCents,
      landlordCents: ownCents - passedOn,
      balanceCents: ownCents - of.advancesDueCents,
    },
    trace: {
      rule: 'hausgeld',
      formula: 'Σ {own_part} × {recoverable_part} + {own_receipts}',
      sources: ['§ 556 BGB', '§ 28 (2) WEG', 'BGH VIII ZR 249/15 (2017-01-25)'],
      inputs: inputs({ own_receipts: money(receiptsCents), advances_due: money(of.advancesDueCents) }),
      steps: counted.map(
        ({ line, ownCents: own, recoverableCents }): TraceStep => ({
          of: [text(line.name)],
          formula: `{own_part} × {recoverable_part}${takesCo2(line) ? ' − {co2_of_landlord}' : ''}`,
          inputs: inputs({
            own_part: money(own),
            recoverable_part: { kind: 'percent', basisPoints: line.isReserve ? 0 : line.recoverableBp },
            amount: money(line.totalCents),
            ...(takesCo2(line) && { co2_of_landlord: money(co2Of(line)) }),
            ...('numerator' in line.own && {
              weight: number(line.own.numerator),
              sum_of_weights: number(line.own.denominator),
            }),
          }),
          result: money(recoverableCents),
        }),
      ),
      result: money(passedOn + receiptsCents),
    },
  };
}

const co2Of = ({ co2LandlordCents = 0 }: AssociationLine): number => co2LandlordCents;
const takesCo2 = (line: AssociationLine): boolean =>
  co2Of(line) !== 0 && !line.isReserve && line.recoverableBp > 0;

function ownOf(line: AssociationLine): number {
  const own =
    'cents' in line.own
      ? line.own.cents
      : divideRounded(BigInt(line.totalCents) * BigInt(line.own.numerator), BigInt(line.own.denominator));
  if (Math.abs(own) > Math.abs(line.totalCents)) {
    throw new LineStop('association_part_exceeds_line', `lines.${line.name}`, { line: line.name });
  }
  return own;
}
