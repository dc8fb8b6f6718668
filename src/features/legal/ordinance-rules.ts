import type { LegalFigureKind } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';

/** What a state's ordinance says of a place between two days; `value` in hundredths of a per cent. */
export type Ordinance = {
  kind: LegalFigureKind;
  validFrom: CalendarDate;
  validUntil: CalendarDate | null;
  value: number;
  source: string;
};

/** § 558 (3) BGB: within three years 20 per cent, in tight markets 15. */
export const RENT_CAPS_BP = [2_000, 1_500] as const;
/** § 556d (1) BGB: at most ten per cent over the local reference rent; 0 where no ordinance holds. */
export const RENT_BRAKES_BP = [1_000, 0] as const;

const ordinanceOn = (ordinances: readonly Ordinance[], kind: LegalFigureKind, on: CalendarDate) =>
  ordinances
    .filter((one) => one.kind === kind && one.validFrom <= on && (one.validUntil ?? on) >= on)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .at(-1) ?? null;

export type PlaceRule<Value extends number> = {
  valueBp: Value;
  /** What says so; null where nothing is known of the place and the stricter rule is assumed. */
  by: Ordinance | null;
};

/** The cap of § 558 (3) BGB at a place on a day; while nothing is known the stricter one. */
export function rentCapOn(
  ordinances: readonly Ordinance[],
  on: CalendarDate,
): PlaceRule<(typeof RENT_CAPS_BP)[number]> {
  const by = ordinanceOn(ordinances, 'rent_cap', on);
  return { valueBp: by?.value === 2_000 ? 2_000 : 1_500, by };
}

/** Whether the brake of § 556d BGB holds at a place on a day; while nothing is known it is taken to. */
export function rentBrakeOn(
  ordinances: readonly Ordinance[],
  on: CalendarDate,
): PlaceRule<(typeof RENT_BRAKES_BP)[number]> {
  const by = ordinanceOn(ordinances, 'rent_brake', on);
  return { valueBp: by?.value === 0 ? 0 : 1_000, by };
}
