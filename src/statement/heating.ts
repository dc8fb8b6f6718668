import { isDwelling } from '../domain/dwelling.ts';
import type { KeyOverrides } from './distribute.ts';
import { clipped, daysOf, type House } from './house.ts';
import type { StatementInput, StatementKey, StatementLine } from './input.ts';
import { LineStop } from './problems.ts';

/** Numbers of § 2 BetrKV: heating, hot water, both together. Such costs of a house are shared by consumption (HeizkostenV). */
export const isHeating = (betrkvNo: number | null): boolean =>
  betrkvNo !== null && betrkvNo >= 4 && betrkvNo <= 6;

/** What somebody has reckoned already: a metering service's amounts, each for its lease. */
const reckoned: ReadonlySet<StatementKey> = new Set(['direct', 'by_hand']);

/**
 * Heat and hot water of a common plant are shared out to 50 to 70 % by consumption and the rest by area (HeizkostenV as
 * of 1 Dec 2021, §§ 6 to 8), whatever a contract says (§ 2; BGH 19 Jul 2006, VIII ZR 212/05). One key alone never does
 * that, so such a line is stopped unless its amounts were reckoned elsewhere, only one hand used the heat, or the line
 * names why the regulation does not bind it. LineStop otherwise.
 */
export function assertHeatingLaw(
  line: StatementLine,
  field: string,
  circle: readonly number[],
  overrides: KeyOverrides,
  { input, house }: { input: StatementInput; house: House },
): void {
  if (!input.isGerman || !line.isRecoverable || !isHeating(line.betrkvNo)) return;
  const keys = [line.key, ...overrides.values()].filter((key) => !reckoned.has(key));
  if (keys.length === 0 || hasOneUser(circle, house)) return;
  const params = { line: line.name };
  switch (line.heatingException ?? null) {
    case 'exempt_building':
    case 'own_devices':
      return;
    case 'two_dwellings':
      if (isTwoDwellings(input)) return;
      throw new LineStop('heating_two_dwellings', `${field}.heatingException`, params);
    case 'more_by_consumption':
      if (keys.every((key) => key === 'consumption')) return;
      throw new LineStop('heating_by_consumption', `${field}.key`, params);
    case null:
      throw new LineStop('heating_by_consumption', `${field}.key`, params);
  }
}

/** A plant for one user has nothing to share out (§ 1 (1) HeizkostenV); a change or a vacancy makes two of one. */
const hasOneUser = (circle: readonly number[], { segments }: House): boolean =>
  circle.length === 1 &&
  new Set(circle.flatMap((unit) => (segments[unit] ?? []).map(({ party }) => party))).size <= 1;

/** At most two flats, one of them the landlord's own (§ 2 HeizkostenV). Rooms are parts of one: of a shared flat, or of that one. */
function isTwoDwellings({ units, period }: StatementInput): boolean {
  const lived = units.filter(({ kind }) => isDwelling(kind));
  const isOwn = lived.some(({ ownUse }) =>
    ownUse.some((use) => {
      const { first, last } = clipped(daysOf(use), daysOf(period));
      return first <= last;
    }),
  );
  const rooms = lived.filter(({ kind }) => kind === 'room').length;
  return lived.length - rooms + Math.min(rooms, 1) <= 2 && isOwn;
}
