import { type Explained, inputs, money, text } from '../domain/trace.ts';
import type { Statement } from './statement.ts';

/** What a statement says of one line of one lease. */
export type StatedRow = { lease: string; line: string; amountCents: number };
export type ChangedRow = { lease: string; line: string; firstCents: number; nowCents: number };

/** The rows of a statement, as they are kept when it is sent. */
export const statedRows = ({ leases }: Statement): StatedRow[] =>
  leases.flatMap(({ name, lines }) =>
    lines.map((line) => ({ lease: name, line: line.name, amountCents: line.share.amountCents })),
  );

/**
 * What a statement that was sent would say today: every row that is another one. The sent one stays as it is; a corrected
 * version stands beside it. A row that one of the two does not have counts as 0.
 */
export function changesSince(sent: readonly StatedRow[], now: readonly StatedRow[]): Explained<ChangedRow[]> {
  const rows = new Map<string, ChangedRow>();
  const rowOf = ({ lease, line }: StatedRow): ChangedRow => {
    const key = JSON.stringify([lease, line]);
    const row = rows.get(key) ?? { lease, line, firstCents: 0, nowCents: 0 };
    rows.set(key, row);
    return row;
  };
  for (const row of sent) rowOf(row).firstCents += row.amountCents;
  for (const row of now) rowOf(row).nowCents += row.amountCents;
  const changed = [...rows.values()].filter(({ firstCents, nowCents }) => firstCents !== nowCents);
  return {
    result: changed,
    trace: {
      rule: 'statement_changes',
      formula: 'Σ {change}',
      sources: [],
      inputs: [],
      steps: changed.map(({ lease, line, firstCents, nowCents }) => ({
        of: [text(lease), text(line)],
        formula: '{corrected_result} − {first_result}',
        inputs: inputs({
          corrected_result: money(nowCents),
          first_result: money(firstCents),
          change: money(nowCents - firstCents),
        }),
        result: money(nowCents - firstCents),
      })),
      result: money(changed.reduce((sum, { firstCents, nowCents }) => sum + nowCents - firstCents, 0)),
    },
  };
}
