import type { LineReferences, Statement, StatementLine } from '../statement.ts';

/** Longer than any bank writes: names of SEPA have 70 signs, a purpose 140, what a bank adds a few hundred. */
const most = { name: 200, account: 64, reference: 140, text: 2_000, raw: 20_000 };

const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text);
const cutOrNull = (text: string | null, length: number) => (text === null ? null : cut(text, length));

/** Lines are kept and read again each time the inbox is opened: what no bank writes is cut off. */
export const withinLimits = (statement: Statement): Statement => ({
  ...statement,
  lines: statement.lines.map((line) => ({ ...line, ...textsOf(line) })),
});

function textsOf({ name, onBehalfOf, account, text, raw, references }: StatementLine) {
  const reference = (key: keyof LineReferences) => cutOrNull(references[key], most.reference);
  return {
    name: cutOrNull(name, most.name),
    onBehalfOf: cutOrNull(onBehalfOf, most.name),
    account: cutOrNull(account, most.account),
    text: cut(text, most.text),
    raw: cut(raw, most.raw),
    references: {
      endToEnd: reference('endToEnd'),
      mandate: reference('mandate'),
      creditorId: reference('creditorId'),
      structured: reference('structured'),
      bank: reference('bank'),
      batch: reference('batch'),
    },
  };
}
