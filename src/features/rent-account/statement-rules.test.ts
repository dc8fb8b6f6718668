import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutUndone } from './statement-rules';

type Row = Parameters<typeof withoutUndone>[0][number];

/** Entries, oldest first, with their running balance; the answer is the account, latest first. */
function account(
  entries: { id: string; cents: number; reverses?: string; isReversed?: boolean; isReturned?: boolean }[],
): Row[] {
  let balanceCents = 0;
  return entries
    .map(({ id, cents, reverses = null, isReversed = false, isReturned = false }) => {
      balanceCents += cents;
      return {
        id,
        debitCents: Math.max(cents, 0),
        creditCents: Math.max(-cents, 0),
        balanceCents,
        isReversed,
        isReturned,
        reversesPaymentId: reverses,
      };
    })
    .toReversed();
}

const balances = (rows: readonly Row[]) => rows.map((row) => [row.id, row.balanceCents]);

describe('withoutUndone', () => {
  it('a returned payment stays: 700 owed, 700 paid, 700 returned by the bank', () => {
    const rows = account([
      { id: 'rent', cents: 70_000 },
      { id: 'paid', cents: -70_000, isReversed: true, isReturned: true },
      { id: 'returned', cents: 70_000, reverses: 'paid', isReturned: true },
    ]);
    expect(withoutUndone(rows)).toEqual({ rows, hiddenCount: 0 });
  });

  it('700 owed, 470 paid, 100 paid, 470 undone: shows 700, then 600, as if 470 had never come', () => {
    const rows = account([
      { id: 'rent', cents: 70_000 },
      { id: 'wrong', cents: -47_000, isReversed: true },
      { id: 'right', cents: -10_000 },
      { id: 'undo', cents: 47_000, reverses: 'wrong' },
    ]);
    const { rows: shown, hiddenCount } = withoutUndone(rows);
    expect(balances(shown)).toEqual([
      ['right', 60_000],
      ['rent', 70_000],
    ]);
    expect(hiddenCount).toBe(1);
  });

  it('an undone payment on a page that is not loaded counts for all entries below its reversal', () => {
    const rows = account([
      { id: 'wrong', cents: -47_000, isReversed: true },
      { id: 'right', cents: -10_000 },
      { id: 'undo', cents: 47_000, reverses: 'wrong' },
    ]).slice(0, 2);
    expect(balances(withoutUndone(rows).rows)).toEqual([['right', -10_000]]);
  });

  it('is the account of the entries that stand, whatever was undone in between', () => {
    const history = fc.array(
      fc.record({
        cents: fc.integer({ min: -100_000, max: 100_000 }),
        isUndone: fc.boolean(),
        later: fc.nat(6),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(history, (steps) => {
        const entries: Parameters<typeof account>[0] = [];
        const due: { at: number; id: string; cents: number }[] = [];
        for (const [at, step] of steps.entries()) {
          const isReversed = step.isUndone && step.cents < 0;
          entries.push({ id: `e${at}`, cents: step.cents, isReversed });
          if (isReversed) due.push({ at: at + step.later, id: `e${at}`, cents: -step.cents });
          for (const undo of due.filter((waiting) => waiting.at === at)) {
            entries.push({ id: `u${undo.id}`, cents: undo.cents, reverses: undo.id });
          }
        }
        for (const undo of due.filter((waiting) => waiting.at >= steps.length)) {
          entries.push({ id: `u${undo.id}`, cents: undo.cents, reverses: undo.id });
        }
        const standing = account(entries.filter((entry) => !entry.isReversed && !entry.reverses));
        expect(balances(withoutUndone(account(entries)).rows)).toEqual(balances(standing));
      }),
    );
  });
});
