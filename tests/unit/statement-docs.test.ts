import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ShownStatement, statement } from '../factories/statements.ts';

/** What docs/statement.md tells an accountant is what comes out. */
const page = readFileSync(new URL('../../docs/statement.md', import.meta.url), 'utf8');

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('the case of the page gives the table of the page', () => {
  const given: unknown = JSON.parse(/```json\n([\s\S]+?)```/.exec(page)?.[1] ?? '');
  const found: ShownStatement = statement(given as object);
  const euros = (cents: number | undefined) => ((cents ?? 0) / 100).toFixed(2);
  const table = rowsOf(page.slice(page.indexOf('| Line | Cost |'), page.indexOf('Ahrens is behind')));
  const shown = table.filter(([first]) => first !== 'Line' && !first?.startsWith('---'));
  expect(shown).toHaveLength(6);
  for (const { name, sharedCents, shares } of found.lines) {
    const row = shown.find(([first]) => first?.startsWith(name));
    expect(row?.slice(1)).toEqual([sharedCents, ...shares.map((one) => one.amountCents)].map(euros));
  }
  const [ahrens, brandt] = found.leases;
  const rowOf = (name: string) => shown.find(([first]) => first === name)?.slice(2);
  const vacancy = euros(found.landlord.vacancy);
  expect(rowOf('Together')).toEqual([euros(ahrens?.costsCents), vacancy, euros(brandt?.costsCents)]);
  expect(rowOf('Advances paid')).toEqual([
    euros(ahrens?.advancesPaidCents),
    '',
    euros(brandt?.advancesPaidCents),
  ]);
  expect(rowOf('Back-payment')).toEqual([
    euros(ahrens?.resultCents ?? 0),
    '',
    euros(brandt?.resultCents ?? 0),
  ]);
  expect(page).toContain(`behind with ${euros(ahrens?.advancesArrearsCents)} of advances`);
  expect(page).toContain(`÷ 12 = ${euros(brandt?.newAdvance?.result.monthlyCents)}`);
});
