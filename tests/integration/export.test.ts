import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InTransaction } from '@/db/scope';
import { exportPortfolio } from '@/features/export/export-steps';
import { todayIn } from '@/lib/calendar';
import { transactionsFor } from '@/trpc/procedures';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { asAdmin, createProperty } from '../factories/records.ts';
import { addressOf, closeTestCallers, createTestContext, testStorage } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { slowness } from '../setup/machine.ts';

let database: TestDatabase;
let own: OneOfEach;
let foreign: OneOfEach;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [own, foreign] = [await createOneOfEach(database), await createOneOfEach(database)];
  folder = mkdtempSync(join(tmpdir(), 'hausbuch-unzipped-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeTestCallers();
  await database.drop();
});

/** Further versions of one file of a portfolio. */
async function keepMany(portfolioId: string, count: number): Promise<void> {
  const [path = ''] = [...testStorage.files.keys()].filter((one) => one.startsWith(portfolioId));
  const file = testStorage.files.get(path);
  const rows = await asAdmin(
    database,
    (sql) => sql<{ path: string }[]>`
      insert into hausbuch.document_version
      select (jsonb_populate_record(v, jsonb_build_object('id', made.id, 'number', 1000 + made.n,
        'storage_path', replace(v.storage_path, v.id::text, made.id::text)))).*
      from hausbuch.document_version v, (select n, gen_random_uuid() as id from generate_series(1, ${count}) n) made
      where v.storage_path = ${path} returning storage_path as path`,
  );
  for (const made of rows) if (file) testStorage.files.set(made.path, file);
}

let asked = 0;

async function archiveAs(userId: string, portfolioId = own.books.id) {
  const context = await createTestContext({ appUrl: database.appUrl, userId, portfolioId });
  const verifiedSession = await context.session();
  const demands = { asksSession: true, isSnapshot: true };
  const entered = transactionsFor({ ...context, verifiedSession }, ['owner'], demands);
  const inTransaction: InTransaction = (work) => {
    asked += 1;
    return entered(work);
  };
  return exportPortfolio(inTransaction, testStorage, context.language);
}

const exportAs = async (userId: string, portfolioId = own.books.id) =>
  (await archiveAs(userId, portfolioId)).body;

const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hausbuch-export-'));
const foundBefore = new Set(temporary());
const leftovers = () => temporary().filter((name) => !foundBefore.has(name));

test('holds every row and every file of the portfolio, nothing of another, and no secret', async () => {
  await createProperty(own.books.owner, { name: '=HYPERLINK("http://evil.example")' });
  const zip = join(folder, 'all.zip');
  writeFileSync(zip, Buffer.from(await new Response(await exportAs(own.books.ownerId)).arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, join(folder, 'all')]);
  const read = (name: string) => readFileSync(join(folder, 'all', name), 'utf8');
  const text = read('hausbuch.json');
  const everything = JSON.parse(text);
  expect(everything).toMatchObject({ format: 'hausbuch-export', version: 1 });

  const counts = await asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'hausbuch' and column_name = 'portfolio_id' and table_name <> 'file_removal'`;
    const found: Record<string, number> = { portfolio: 1 };
    for (const { name } of tables) {
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from ${sql(`hausbuch.${name}`)} where portfolio_id = ${own.books.id}`;
      found[name] = row?.rows ?? 0;
    }
    return found;
  });
  const exported = Object.entries(everything.tables).map(([name, rows]) => [name, Object(rows).length]);
  expect(Object.fromEntries(exported)).toEqual(counts);
  expect(counts.charge).toBeGreaterThan(2);

  expect(text).not.toContain(foreign.books.id);
  for (const id of Object.values(foreign.ids)) expect(text).not.toContain(id);
  expect(text).not.toContain('invitation_hash');
  const account = JSON.parse(read('account.json'));
  expect(account).toMatchObject({
    account: { email: addressOf(own.books.ownerId), phone: null },
    portfolios: [{ id: own.books.id, role: 'owner' }],
    sessions: expect.arrayContaining([expect.objectContaining({ lastUsedAt: expect.any(String) })]),
  });
  const kept = ['account', 'profile', 'portfolios', 'sessions', 'events', 'recoveryCodes'];
  expect(Object.keys(account)).toEqual(kept);
  const readme = read('README.md');
  expect(readme).toContain('`account.json`');
  for (const name of Object.keys(counts)) {
    const rows = read(`tables/${name}.csv`).trimEnd().split('\r\n');
    expect(rows.length, name).toBeGreaterThan(counts[name] ?? 0);
    expect(readme).toContain(`\`${name}\``);
  }
  expect(read('tables/property.csv')).toContain(`"'=HYPERLINK(""http://evil.example"")"`);

  const offered = everything.tables.document_version.filter((row: object) => 'exported_as' in row);
  expect(offered.length).toBeGreaterThan(0);
  expect(readme).toMatch(/^- `document_version`: .*, exported_as$/m);
  const [head, ...versions] = read('tables/document_version.csv').trimEnd().split('\r\n');
  expect(head).toMatch(/,exported_as$/);
  for (const row of offered) expect(versions.some((one) => one.endsWith(`,${row.exported_as}`))).toBe(true);
  for (const { exported_as, storage_path } of offered) {
    expect(exported_as).toMatch(/^documents\/[0-9a-f-]{36}\/[^/]+$/);
    const stored = testStorage.files.get(storage_path)?.bytes ?? new Uint8Array();
    expect(Buffer.compare(readFileSync(join(folder, 'all', exported_as)), stored)).toBe(0);
  }
  expect(leftovers()).toEqual([]);
});

test('is called after the day of the portfolio, which an evening in America and a morning in Samoa do not share', async () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.portfolio set time_zone = ${zone} where id = ${foreign.books.id}`,
    );
    const { name, body } = await archiveAs(foreign.books.ownerId, foreign.books.id);
    await body.cancel();
    expect(name).toBe(`hausbuch-${todayIn(zone, new Date())}.zip`);
  }
});

test('the journal says who took everything along, and so does what was taken', async () => {
  const taken = () =>
    asAdmin(
      database,
      (sql) => sql<{ id: string; user_id: string }[]>`select id, user_id from hausbuch.audit_event
        where portfolio_id = ${own.books.id} and action = 'export.take' order by id`,
    );
  const before = (await taken()).length;
  const zip = join(folder, 'noted.zip');
  writeFileSync(zip, Buffer.from(await new Response(await exportAs(own.books.ownerId)).arrayBuffer()));
  const rows = await taken();
  expect(rows).toHaveLength(before + 1);
  expect(rows.at(-1)?.user_id).toBe(own.books.ownerId);
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, join(folder, 'noted')]);
  expect(readFileSync(join(folder, 'noted', 'hausbuch.json'), 'utf8')).toContain(rows.at(-1)?.id);
  const { rows: shown } = await own.books.owner.overview.activity({ entity: 'export' });
  expect(shown[0]).toMatchObject({ action: 'export.take', isOwn: true });
});

test('only for an owner whose session lives', async () => {
  const manager = await own.books.join('manager');
  const viewer = await own.books.join('viewer');
  for (const { userId } of [manager, viewer]) {
    expect(await failureOf(exportAs(userId))).toMatch(/forbidden/);
  }
  const other = await exportAs(foreign.books.ownerId, own.books.id);
  const bytes = Buffer.from(await new Response(other).arrayBuffer());
  expect(bytes.includes(Buffer.from(own.books.id))).toBe(false);
  expect(leftovers()).toEqual([]);
});

test('removes what a killed process left behind a day ago', async () => {
  const abandoned = mkdtempSync(join(tmpdir(), 'hausbuch-export-'));
  const recent = mkdtempSync(join(tmpdir(), 'hausbuch-export-'));
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(abandoned, yesterday, yesterday);
  const bytes = await new Response(await exportAs(foreign.books.ownerId, foreign.books.id)).arrayBuffer();
  expect(bytes.byteLength).toBeGreaterThan(1_000);
  expect([existsSync(abandoned), existsSync(recent)]).toEqual([false, true]);
  rmSync(recent, { recursive: true });
});

test('goes on without a file that was lost, lists it, and says in its own name that it is missing', async () => {
  const [path] = [...testStorage.files.keys()].filter((one) => one.startsWith(own.books.id));
  const documentId = path?.split('/')[1] ?? '';
  const kept = testStorage.files.get(path ?? '');
  testStorage.files.delete(path ?? '');
  const { name, body } = await archiveAs(own.books.ownerId);
  expect(name).toMatch(/^hausbuch-\d{4}-\d\d-\d\d \(1 file missing\)\.zip$/);
  const zip = join(folder, 'lost.zip');
  writeFileSync(zip, Buffer.from(await new Response(body).arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, join(folder, 'lost')]);
  const read = (file: string) => readFileSync(join(folder, 'lost', file), 'utf8');
  const [head, ...lost] = read('missing-files.csv').slice(1).trimEnd().split('\r\n');
  expect(head).toBe('exported_as,document_id,title,file_name,created_at');
  const { title, fileName } = await own.books.owner.document.get({ id: documentId });
  expect(lost).toHaveLength(1);
  expect(lost[0]).toContain(`,${documentId},${title},${fileName},`);
  const exportedAs = lost[0]?.split(',')[0] ?? '';
  expect(existsSync(join(folder, 'lost', exportedAs))).toBe(false);
  const { document_version: versions } = JSON.parse(read('hausbuch.json')).tables;
  for (const { exported_as } of versions) {
    if (exported_as && exported_as !== exportedAs) {
      expect(existsSync(join(folder, 'lost', exported_as))).toBe(true);
    }
  }
  expect(read('README.md')).toContain('`missing-files.csv`');
  expect(existsSync(join(folder, 'all', 'missing-files.csv'))).toBe(false);
  expect(leftovers()).toEqual([]);
  if (kept) testStorage.files.set(path ?? '', kept);
});

test('of 500 files asks once a second whether somebody still may have it, and not at each of them', async () => {
  await keepMany(foreign.books.id, 500);
  asked = 0;
  const began = performance.now();
  const bytes = await new Response(await exportAs(foreign.books.ownerId, foreign.books.id)).arrayBuffer();
  const seconds = Math.ceil((performance.now() - began) / 1_000);
  expect(Buffer.from(bytes).toString('latin1').split('PK\u0001\u0002').length).toBeGreaterThan(500);
  // What is gathered, and the journal of it, ask as well.
  expect(asked).toBeLessThanOrEqual(seconds + 3);
});

test('ends for whoever may not have it any more while it is sent, and leaves nothing behind', async () => {
  const { userId } = await foreign.books.join('owner');
  const reader = (await exportAs(userId, foreign.books.id)).getReader();
  await reader.read();
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.member set role = 'viewer'
      where portfolio_id = ${foreign.books.id} and user_id = ${userId}`,
  );
  const began = performance.now();
  // Somebody with a slow line, for whom all of it would take half a minute.
  const readOn = async () => {
    while (!(await reader.read()).done) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  expect(await failureOf(readOn())).toMatch(/forbidden/);
  expect(performance.now() - began).toBeLessThan(1_000 + 500 * slowness());
  expect(leftovers()).toEqual([]);
});

test('storage that cannot be asked breaks it off, and a download given up leaves nothing behind', async () => {
  const reader = (await exportAs(foreign.books.ownerId, foreign.books.id)).getReader();
  await reader.read();
  await reader.cancel();
  expect(leftovers()).toEqual([]);
  testStorage.isDown = true;
  expect(await failureOf(exportAs(own.books.ownerId))).toMatch(/unavailable/);
  testStorage.isDown = false;
  const begun = await exportAs(own.books.ownerId);
  testStorage.isDown = true;
  await expect(new Response(begun).arrayBuffer()).rejects.toThrow();
  testStorage.isDown = false;
  expect(leftovers()).toEqual([]);
});
