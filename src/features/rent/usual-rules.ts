import {
  type DueRule,
  dueRules,
  type Jurisdiction,
  type RentComponent,
  type RentReason,
  rentReasons,
  type UnitKind,
} from '../../domain/vocabulary.ts';
import { premisesOf } from '../legal/rules.ts';

/**
 * Whose habits a contract follows: those of the portfolio's country. Of a house in another one they are, as its law, not known
 * here.
 */
export const habitsOf = (jurisdiction: Jurisdiction, places: readonly { country: string }[]): Jurisdiction =>
  places.some(({ country }) => country !== jurisdiction) ? 'other' : jurisdiction;

/** Whether § 557a BGB holds for the steps of a rent: of dwellings in Germany alone (§ 578 BGB does not name it for others). */
export const hasStepLaw = (
  jurisdiction: Jurisdiction,
  units: readonly { country: string; kind: UnitKind }[],
): boolean =>
  habitsOf(jurisdiction, units) === 'DE' && premisesOf(units.map(({ kind }) => kind)) === 'dwelling';

/**
 * The parts a new rent is asked for at first. Advances on operating costs and heating are what German contracts agree
 * on; in Austria the share of the costs stands beside the rent (§ 15 (1) MRG), in Switzerland costs are the tenant's where
 * that is agreed (OR art. 257a (2)), as an advance of one sum. Elsewhere a rent is one sum until somebody adds a part.
 */
export function usualParts(jurisdiction: Jurisdiction): readonly RentComponent[] {
  if (jurisdiction === 'DE') return ['net', 'operating_costs', 'heating'];
  return jurisdiction === 'AT' || jurisdiction === 'CH' ? ['net', 'operating_costs'] : ['net'];
}

/**
 * The due days a contract is offered. The third working day is § 556b BGB: elsewhere it is there
 * only where a contract already has it.
 */
export function offeredDueRules(jurisdiction: Jurisdiction, kept?: DueRule): readonly DueRule[] {
  if (jurisdiction === 'DE') return dueRules;
  return kept === 'third_working_day' ? ['first', 'day_of_month', kept] : ['first', 'day_of_month'];
}

/**
 * When a rent is due where a contract says nothing: in Germany on the third working day (§ 556b (1) BGB), in Austria on
 * the fifth (§ 15 (3) MRG, § 1100 ABGB as of the Zahlungsverzugsgesetz, BGBl. I 50/2013, in force since 16 March 2013; where
 * the whole MRG holds no earlier day can be agreed), elsewhere on the first.
 */
export function usualDue(jurisdiction: Jurisdiction): { rule: DueRule; day: number | null } {
  if (jurisdiction === 'AT') return { rule: 'day_of_month', day: 5 };
  return { rule: jurisdiction === 'DE' ? 'third_working_day' : 'first', day: null };
}

/** Why a rent changes, as a contract is offered it: the local reference rent and modernisation are §§ 558 and 559 BGB. */
export const offeredReasons = (jurisdiction: Jurisdiction): readonly RentReason[] =>
  jurisdiction === 'DE'
    ? rentReasons.filter((reason) => reason !== 'initial')
    : ['agreed', 'stepped', 'indexed'];
