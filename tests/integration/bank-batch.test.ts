import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listBalances } from '@/features/bank/balance-queries';
import { takeBackImport } from '@/features/bank/decide-commands';
import { listImports } from '@/features/bank/queries';
import { reversePayment } from '@/ledger';
import { openBankDesk, today } from '../factories/bank-desk.ts';
import { zipOf } from '../factories/bank-files/zip.ts';
import { statementOf } from '../factories/bank-import.ts';

const bank = openBankDesk();

const amounts = [70_000, 12_345];
const sum = amounts.reduce((all, one) => all + one, 0);
const euro = (cents: number) => `<Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt>`;
const batch = `<Btch><PmtInfId>PI-7</PmtInfId><NbOfTxs>${amounts.length}</NbOfTxs></Btch>`;
const kinds = {
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

/** One booking of two payments: the statement says its sum, the notice who paid. */
function file(kind: keyof typeof kinds) {
  const [message, statement] = kinds[kind];
  const payers = amounts.map(
    (cents, at) =>
      `<TxDtls>${euro(cents)}<CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Payer ${at}</Nm></Pty></Dbtr>${
        at === 0 ? `<DbtrAcct><Id><IBAN>${bank.payer}</IBAN></Id></DbtrAcct>` : ''
      }</RltdPties><RmtInf><Ustrd>Miete</Ustrd></RmtInf></TxDtls>`,
  );
  const balance = (code: string, cents: number, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${euro(cents)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`;
  const balances = balance('OPBD', 100, '2026-01-04') + balance('CLBD', 100 + sum, '2026-01-05');
  const [details, stated] = kind === '053' ? ['', balances] : [payers.join(''), ''];
  return `<?xml version="1.0"?><Document><${message}><${statement}><Id>1</Id><Acct><Id><IBAN>${bank.own}</IBAN></Id></Acct>${stated}<Ntry>${euro(sum)}<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><NtryDtls>${batch}${details}</NtryDtls></Ntry></${statement}></${message}></Document>`;
}
const waiting = async () => (await bank.inbox()).rows.map((row) => row.amountCents).toSorted((a, b) => b - a);

describe('a batch without its details', () => {
  test('gives way to them when they come; its sum is known again from then on', async () => {
    await bank.bring(file('053'));
    expect((await bank.inbox()).rows).toMatchObject([{ amountCents: sum, match: { grade: 'open' } }]);
    expect(await bank.bring(file('054'))).toMatchObject({ kind: 'imported', newLines: 2 });
    expect(await waiting()).toEqual(amounts);
    const paid = (await bank.inbox()).rows.find((row) => row.amountCents === 70_000);
    expect(paid?.match.grade).toBe('certain');
    for (const kind of ['053', '054'] as const) {
      expect(await bank.bring(file(kind))).toMatchObject({ importId: null, newLines: 0 });
    }
    expect(await waiting()).toEqual(amounts);
    // What the bank stated at the end of that day still is, though its lines came an hour later.
    await bank.books.admin`update hausbuch.bank_import set imported_at = '2099-01-01'
      where portfolio_id = ${bank.books.portfolioId} and file_name = 'auszug.xml'
      and id in (select import_id from hausbuch.bank_statement where closing_cents is null)`;
    const balances = await bank.books.on(today, listBalances);
    expect(balances.map(({ compared }) => compared)).toMatchObject([
      { on: '2026-01-05', statedCents: 100 + sum, missing: [] },
    ]);
  });

  test('goes with a trace: the journal says how many, and its file has as many lines fewer', async () => {
    const rent = '2026-01-05';
    const statement = statementOf(bank.own, [bank.rent(rent)]).match(/<Ntry>.*<\/Ntry>/s)?.[0] ?? '';
    const id = randomUUID();
    await bank.bring(file('053').replace('<Ntry>', `${statement}<Ntry>`), id);
    const imports = () => bank.books.on(today, listImports);
    expect(await imports()).toMatchObject([{ id, lineCount: 2 }]);
    const later = randomUUID();
    await bank.bring(file('054'), later);
    const listed = await imports();
    expect(new Map(listed.map((row) => [row.id, row.lineCount]))).toEqual(
      new Map([
        [id, 1],
        [later, 2],
      ]),
    );
    const journal = await bank.books.admin<{ id: string; after: unknown }[]>`
      select entity_id as id, after from hausbuch.audit_event
      where portfolio_id = ${bank.books.portfolioId} and action = 'bank_import.create' order by at, id`;
    expect(new Map(journal.map((row) => [row.id, row.after]))).toEqual(
      new Map([
        [id, { fileName: 'auszug.xml', lines: 2 }],
        [later, { fileName: 'auszug.xml', lines: 2, replaced: 1 }],
      ]),
    );
    await bank.books.on(today, (tx, scope) => takeBackImport(tx, scope, { importId: id }));
    const [back] = await bank.books.admin<{ before: unknown }[]>`
      select before from hausbuch.audit_event
      where portfolio_id = ${bank.books.portfolioId} and action = 'bank_import.take_back'`;
    expect(back?.before).toMatchObject({ lines: 1 });
  });

  test('of one file with them is its details', async () => {
    const bytes = (kind: keyof typeof kinds) => new TextEncoder().encode(file(kind));
    await bank.bring(
      zipOf([
        { name: '053.xml', bytes: bytes('053') },
        { name: '054.xml', bytes: bytes('054') },
      ]),
    );
    expect(await waiting()).toEqual(amounts);
  });

  test('that somebody decided and took back gives way as well', async () => {
    await bank.bring(file('053'));
    const [row] = (await bank.inbox()).rows;
    const { version } = await bank.accept(row?.id ?? '', [
      { kind: 'payment', leaseId: bank.leaseId, amountCents: sum },
    ]);
    await bank.reopen(row?.id ?? '', version);
    expect(await waiting()).toEqual([sum]);
    expect(await bank.bring(file('054'))).toMatchObject({ kind: 'imported', newLines: 2 });
    expect(await waiting()).toEqual(amounts);
  });

  test('whose payment somebody reversed in the account gives way as well', async () => {
    await bank.bring(file('053'));
    const [row] = (await bank.inbox()).rows;
    await bank.accept(row?.id ?? '', [{ kind: 'payment', leaseId: bank.leaseId, amountCents: sum }]);
    const [payment] = await bank.books.admin<{ id: string }[]>`
      select payment_id as id from hausbuch.bank_match where line_id = ${row?.id ?? ''}`;
    await bank.books.on(today, (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId: payment?.id ?? '', note: null }),
    );
    expect(await waiting()).toEqual([sum]);
    expect(await bank.bring(file('054'))).toMatchObject({ kind: 'imported', newLines: 2 });
    expect(await waiting()).toEqual(amounts);
  });

  test('that still proves a payment stays, though it waits', async () => {
    await bank.bring(file('053'));
    const [row] = (await bank.inbox()).rows;
    await bank.accept(row?.id ?? '', [{ kind: 'payment', leaseId: bank.leaseId, amountCents: sum }]);
    // Nothing a person does leaves it so; should anything, the file must not fail at it.
    await bank.books
      .admin`update hausbuch.bank_line set state = 'waiting', decided_at = null, version = version + 1
      where id = ${row?.id ?? ''}`;
    expect(await bank.bring(file('054'))).toMatchObject({ importId: null, newLines: 0 });
    expect(await waiting()).toEqual([sum]);
  });

  test('that somebody has decided stays what it was decided to be', async () => {
    await bank.bring(file('053'));
    const [row] = (await bank.inbox()).rows;
    await bank.drop(row?.id ?? '');
    expect(await bank.bring(file('054'))).toMatchObject({ importId: null, newLines: 0 });
    expect(await waiting()).toEqual([]);
    expect((await bank.decided()).rows).toMatchObject([{ amountCents: sum, state: 'left_out' }]);
  });
});
