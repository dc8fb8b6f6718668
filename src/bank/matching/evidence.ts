import type { Match, MatchReason } from './book.ts';
import type { NameLikeness } from './names.ts';

type Reason = Match['reasons'][number];

/** How much a reason weighs; together they order what is proposed, and never make it certain. */
const weights: Partial<Record<MatchReason, number>> = {
  reference: 100,
  known_payer: 80,
  known_name: 75,
  known_words: 70,
  tenant_name: 60,
  name_in_text: 50,
  similar_name: 35,
  typed_in: 25,
  last_name: 22,
  place: 15,
  amount_month: 36,
  amount_item: 34,
  amount_sum: 30,
  amount_rent: 26,
  amount_months: 12,
  amount_less: 3,
  amount_more: 1,
};

export const weightOf = (code: MatchReason): number => weights[code] ?? 0;

export function reasonOfName(likeness: NameLikeness, isInText: boolean): MatchReason {
  if (likeness === 'similar') return 'similar_name';
  if (likeness === 'last') return 'last_name';
  return isInText ? 'name_in_text' : 'tenant_name';
}

/** What speaks for which lease. */
export class Evidence {
  readonly #byLease = new Map<string, { weight: number; reasons: Reason[] }>();

  add(leaseId: string, code: MatchReason): void {
    const known = this.#byLease.get(leaseId) ?? { weight: 0, reasons: [] };
    known.weight += weightOf(code);
    known.reasons.push({ code, leaseId });
    this.#byLease.set(leaseId, known);
  }

  get leaseIds(): string[] {
    return [...this.#byLease.keys()];
  }

  weightFor(leaseId: string): number {
    return this.#byLease.get(leaseId)?.weight ?? 0;
  }

  /** The weightiest first. */
  reasonsFor(leaseIds: Iterable<string>): Reason[] {
    return [...new Set(leaseIds)]
      .flatMap((id) => this.#byLease.get(id)?.reasons ?? [])
      .toSorted((a, b) => weightOf(b.code) - weightOf(a.code));
  }

  /** Leases by what speaks for them, without those. */
  others(without: ReadonlySet<string>, most: number): string[] {
    return this.leaseIds
      .filter((id) => !without.has(id))
      .toSorted((a, b) => this.weightFor(b) - this.weightFor(a))
      .slice(0, most);
  }
}
