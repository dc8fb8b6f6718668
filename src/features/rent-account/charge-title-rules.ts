import { type ChargeKind, chargeTraits, isRefundOwed } from '../../domain/account-kinds.ts';
import { type ChargeBasis, reductionOf } from '../../domain/charge-basis.ts';
import type { CorrectionReason } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';

export type Titled = {
  kind: ChargeKind;
  periodFrom: CalendarDate | null;
  note?: string | null;
  correctionReason?: CorrectionReason | null;
  /** What it was in the account it was carried over from. */
  carriedKind?: ChargeKind | null;
  carriedPeriodFrom?: CalendarDate | null;
  revertsChargeId?: string | null;
  basis?: ChargeBasis | null;
};

/** The words of a language: of `ChargeTitle` in messages/ and of `Labels.chargeKind`. */
export type TitleWords = {
  refundOwed: () => string;
  carried: (name: string) => string;
  rent: (monthFrom: CalendarDate) => string;
  kind: (kind: ChargeKind) => string;
  waiverReverted: (name: string) => string;
  reduced: (name: string) => string;
  reductionReverted: (name: string) => string;
  corrected: (reason: CorrectionReason, name: string) => string;
};

/** What a charge is called on screens and paper: `Rent November 2026`, `Correction: Rent November 2026`. */
export function titleOf(charge: Titled, words: TitleWords): string {
  const name = plainName(charge, words);
  if (charge.basis && reductionOf(charge.basis)) {
    return charge.revertsChargeId ? words.reductionReverted(name) : words.reduced(name);
  }
  if (charge.revertsChargeId) return words.waiverReverted(name);
  return charge.correctionReason ? words.corrected(charge.correctionReason, name) : name;
}

function plainName(charge: Titled, words: TitleWords): string {
  const { kind, periodFrom, note } = charge;
  if (isRefundOwed(charge)) return words.refundOwed();
  if (charge.carriedKind) {
    return words.carried(
      titleOf({ kind: charge.carriedKind, periodFrom: charge.carriedPeriodFrom ?? null }, words),
    );
  }
  const { namedBy } = chargeTraits[kind];
  if (namedBy === 'month' && periodFrom) return words.rent(periodFrom);
  return namedBy === 'note' && note && !charge.correctionReason ? note : words.kind(kind);
}
