import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listRules } from '@/features/bank/queries';
import { openBankDesk, today } from '../factories/bank-desk.ts';
import { statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';

const bank = openBankDesk();
const { bring, inbox, accept, reopen } = bank;

const rules = () => bank.books.on(today, (tx, scope) => listRules(tx, scope));
const stranger = () => bank.rent('2026-01-05', { name: 'Erika Beispiel', account: makeIban() });

async function enterCategory(code: string): Promise<string> {
  const { admin, portfolioId } = bank.books;
  const [parentId, id] = [randomUUID(), randomUUID()];
  await admin`insert into hausbuch.category (portfolio_id, id, code, direction, is_recoverable)
    values (${portfolioId}, ${parentId}, ${`${code}_group`}, 'expense', false), (${portfolioId}, ${id}, ${code}, 'expense', true)`;
  await admin`update hausbuch.category set parent_id = ${parentId} where portfolio_id = ${portfolioId} and id = ${id}`;
  return id;
}

describe('a decision is learned by words of the text', () => {
  test('known by words of the text, whoever it comes from, and only with them', async () => {
    const water = stranger();
    await bring(statementOf(bank.own, [{ ...water, cents: -4_200, text: 'Abschlag Wasser 4711' }]));
    const [row] = (await inbox()).rows;
    const categoryId = await enterCategory('water');
    const parts = [{ kind: 'booking', categoryId }];
    const learn = { learnText: 'Gas', learnFromAnybody: true };
    await expect(accept(row?.id ?? '', parts, randomUUID(), learn)).rejects.toThrow('words_not_in_text');
    const { id, version } = await accept(row?.id ?? '', parts, randomUUID(), {
      learnText: 'abschlag wasser',
      learnFromAnybody: true,
    });
    expect(await rules()).toMatchObject([
      { kind: 'booking', account: null, name: null, text: 'abschlag wasser' },
    ]);
    const other = { ...stranger(), cents: -4_300, name: 'Stadt' };
    await bring(
      statementOf(bank.own, [
        { ...other, on: '2026-02-03', text: 'ABSCHLAG WASSER Februar' },
        { ...other, on: '2026-02-04', text: 'Abschlag Strom' },
      ]),
    );
    const [known, unknown] = (await inbox()).rows;
    // Words alone never make certain.
    expect(known?.match).toMatchObject({ grade: 'likely', parts: [{ kind: 'category', categoryId }] });
    expect(unknown?.match.parts).toEqual([]);
    await reopen(id, version);
    expect(await rules()).toEqual([]);
  });

  test('whose rent it is is known by words of the text, whoever pays it, and never certain by them', async () => {
    const other = { ...stranger(), text: 'Miete Wohnung Anbau' };
    await bring(statementOf(bank.own, [other]));
    const [row] = (await inbox()).rows;
    const parts = [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }];
    const { id, version } = await accept(row?.id ?? '', parts, randomUUID(), {
      learnText: 'wohnung anbau',
      learnFromAnybody: true,
    });
    expect(await rules()).toMatchObject([
      { kind: 'lease', account: null, name: null, text: 'wohnung anbau', lease: { id: bank.leaseId } },
    ]);
    await bring(
      statementOf(bank.own, [
        { ...stranger(), on: '2026-02-04', text: 'Februar WOHNUNG ANBAU' },
        { ...stranger(), on: '2026-02-05', cents: -70_000, text: 'Wohnung Anbau zurück' },
        { ...stranger(), on: '2026-02-06', cents: 12_345, text: 'Dank für die Feier' },
      ]),
    );
    const [known, out, unknown] = (await inbox()).rows;
    expect(known?.match).toMatchObject({ grade: 'likely', parts: [{ kind: 'rent', leaseId: bank.leaseId }] });
    expect(known?.match.reasons).toContainEqual({ code: 'known_words', leaseId: bank.leaseId });
    // Who wrote them pays; that money goes back to them they do not say.
    expect(out?.match.reasons.map((one) => one.code)).not.toContain('known_payer');
    expect(unknown?.match.grade).toBe('open');
    await reopen(id, version);
    expect(await rules()).toEqual([]);
  });

  test('of one account that pays for several each is known by its words, and certain with the amount', async () => {
    const office = { name: 'Jobcenter', account: makeIban() };
    await bring(statementOf(bank.own, [{ ...stranger(), ...office, text: 'BG 0815 Miete' }]));
    const [row] = (await inbox()).rows;
    const parts = [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }];
    await accept(row?.id ?? '', parts, randomUUID(), { learnText: 'BG 0815' });
    await bring(
      statementOf(bank.own, [
        { ...stranger(), ...office, on: '2026-02-04', text: 'BG 0815 Februar' },
        { ...stranger(), ...office, on: '2026-02-05', text: 'BG 4711 Februar' },
      ]),
    );
    const [known, other] = (await inbox()).rows;
    expect(known?.match).toMatchObject({ grade: 'certain', parts: [{ leaseId: bank.leaseId }] });
    expect(other?.match.reasons.map((one) => one.code)).not.toContain('known_payer');
  });

  test('one sender is known for two things by the words of the text', async () => {
    const city = { ...stranger(), name: 'Stadtwerke' };
    await bring(
      statementOf(bank.own, [
        { ...city, cents: -4_200, text: 'Wasser Januar' },
        { ...city, cents: -4_300, text: 'Strom Januar' },
      ]),
    );
    const [water, power] = [await enterCategory('water'), await enterCategory('lighting')];
    for (const [categoryId, learnText] of [
      [water, 'Wasser'],
      [power, 'Strom'],
    ] as const) {
      const row = (await inbox()).rows.find((line) => line.text.startsWith(learnText));
      await accept(row?.id ?? '', [{ kind: 'booking', categoryId }], randomUUID(), { learnText });
    }
    await bring(
      statementOf(bank.own, [
        { ...city, on: '2026-02-03', cents: -4_400, text: 'Strom Februar' },
        { ...city, on: '2026-02-04', cents: -4_500, text: 'Wasser Februar' },
        { ...city, on: '2026-02-05', cents: -4_600, text: 'Müll Februar' },
      ]),
    );
    const parts = (await inbox()).rows.map((row) => row.match.parts[0]);
    expect(parts[0]).toMatchObject({ kind: 'category', categoryId: power });
    expect(parts[1]).toMatchObject({ kind: 'category', categoryId: water });
  });
});
