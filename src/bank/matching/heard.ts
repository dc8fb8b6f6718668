import type { MatchLease, MatchLine } from './book.ts';
import { NameIndex, type NameLikeness } from './names.ts';
import type { KnownRule } from './rule-index.ts';
import { ReferenceIndex } from './text-hints.ts';

/** Whom a line speaks of: by reference, by its payer, by name in its fields and in its text. */
export type Heard = {
  byReference: readonly string[];
  byPayer: readonly string[];
  isPayerByName: boolean;
  /** Nothing but words of the text says whose it is: anybody may write them. */
  isPayerByWords: boolean;
  inName: Map<string, NameLikeness>;
  inText: Map<string, NameLikeness>;
};

type Spoken = Pick<Heard, 'byReference' | 'inName' | 'inText'>;
type Named = Pick<MatchLease, 'id' | 'references' | 'people'>;

/** Finds whom lines speak of among the references and people of all leases. Made once for all lines. */
export class Hearing {
  readonly names: NameIndex;
  readonly #references: ReferenceIndex;
  readonly #leaseIds: ReadonlySet<string>;
  // A line is heard twice: for the books it touches, and with them.
  readonly #spoken = new WeakMap<MatchLine, Spoken>();

  constructor(leases: readonly Named[]) {
    this.#leaseIds = new Set(leases.map(({ id }) => id));
    this.#references = new ReferenceIndex(
      leases.flatMap(({ id, references }) => references.map((reference) => ({ leaseId: id, reference }))),
    );
    this.names = new NameIndex(
      leases.flatMap(({ id, people }) => people.map((person) => ({ leaseId: id, person }))),
    );
  }

  hear(line: MatchLine, rules: readonly KnownRule[]): Heard {
    const spoken = this.#spoken.get(line) ?? this.#listen(line);
    this.#spoken.set(line, spoken);
    return {
      ...spoken,
      byPayer: this.payersOf(rules),
      isPayerByName: rules.length > 0 && rules.every(({ isByName }) => isByName),
      isPayerByWords: rules.some(({ rule, isByWords }) => isByWords && rule.target.kind === 'leases'),
    };
  }

  #listen(line: MatchLine): Spoken {
    return {
      byReference: this.#references.find(textOf(line)),
      inName: this.names.find([line.name, line.onBehalfOf].filter(Boolean).join(' / ')),
      inText: this.names.find(line.text),
    };
  }

  /** The leases that rules say a line's sender pays for. */
  payersOf(rules: readonly KnownRule[]): string[] {
    const leaseIds = rules.flatMap(({ rule }) => (rule.target.kind === 'leases' ? rule.target.leaseIds : []));
    return [...new Set(leaseIds)].filter((id) => this.#leaseIds.has(id));
  }
}

/** Whether a line itself says for sure whose it is; where none does, its amount is asked, too. */
export const isHeard = ({ byReference, byPayer }: Heard): boolean =>
  byReference.length > 0 || byPayer.length > 0;

export const leasesHeard = ({ byReference, byPayer, inName, inText }: Heard): string[] => [
  ...byReference,
  ...byPayer,
  ...inName.keys(),
  ...inText.keys(),
];

/** All that a payer wrote and the bank handed on. */
export const textOf = ({ text, references }: MatchLine) =>
  [references.structured, references.endToEnd, text].filter(Boolean).join(' | ');
