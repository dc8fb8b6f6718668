import type { BankRule, MatchLine } from './book.ts';
import { nameKey } from './names.ts';

/**
 * A rule that holds for a line; `isByName` where the bank hides the account and the name alone speaks, `isByWords` where nothing
 * but words of the text does.
 */
export type KnownRule = { rule: BankRule; isByName: boolean; isByWords: boolean };

/** Finds the rules that hold for a line: by its account, else by its name. Made once for all lines. */
export class RuleIndex {
  readonly #byAccount: Map<string, BankRule[]>;
  readonly #byName: Map<string, BankRule[]>;
  readonly #byText: BankRule[];

  constructor(rules: readonly BankRule[]) {
    const withAccount = rules.filter((rule) => rule.account !== null);
    const withoutAccount = rules.filter((rule) => rule.account === null);
    const withName = withoutAccount.filter((rule) => rule.name !== null);
    this.#byAccount = Map.groupBy(withAccount, (rule) => rule.account ?? '');
    this.#byName = Map.groupBy(withName, (rule) => nameKey(rule.name ?? ''));
    this.#byText = withoutAccount.filter((rule) => rule.name === null && rule.text !== null);
  }

  find(line: MatchLine): KnownRule[] {
    const text = line.text.toLowerCase();
    const key = line.name === null ? '' : nameKey(line.name);
    const saysText = (rule: BankRule) => rule.text === null || text.includes(rule.text.toLowerCase());
    const saysName = (rule: BankRule) => rule.name === null || nameKey(rule.name) === key;
    const ofAccount = line.account === null ? [] : (this.#byAccount.get(line.account) ?? []);
    const byAccount = ofAccount.filter((rule) => saysText(rule) && saysName(rule));
    const chosen = narrowest(byAccount);
    if (chosen.length > 0) return chosen.map((rule) => ({ rule, isByName: false, isByWords: false }));
    const byName =
      line.account !== null || key === '' ? [] : narrowest((this.#byName.get(key) ?? []).filter(saysText));
    const isOfLeases = byName.some((rule) => rule.target.kind === 'leases');
    // Who sent it says more of whose rent it is than words that anybody may write.
    const byText = this.#byText.filter(
      (rule) => saysText(rule) && !(isOfLeases && rule.target.kind === 'leases'),
    );
    return [
      ...byName.map((rule) => ({ rule, isByName: true, isByWords: false })),
      ...byText.map((rule) => ({ rule, isByName: true, isByWords: true })),
    ];
  }
}

/** A rule with a text is narrower than one without, and goes before it. */
function narrowest(rules: readonly BankRule[]): readonly BankRule[] {
  const narrow = rules.filter((rule) => rule.text !== null);
  return narrow.length > 0 ? narrow : rules;
}
