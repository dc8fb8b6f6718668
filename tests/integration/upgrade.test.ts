import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applySchema } from '@hausbuch/supabase-embedded';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrateDatabase } from '@/db/migrate';
import { ownMigrations } from '@/db/migration-history';
import { describeSchema, statementsBetween, writeMigration } from '../../scripts/migration-files.ts';
import { failureOf } from '../factories/failure.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import type { OneOfEach } from '../factories/one-of-each.ts';
import { call, cases, inputFor, procedures } from '../factories/procedure-calls.ts';
import { recordPayment } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { connected, inDatabase, rememberAdmin } from '../setup/admin-urls.ts';
import { describeDatabase } from '../setup/describe-database.ts';
import { type Kept, listKept, readLines, restoreKept } from '../upgrades/kept.ts';

/**
 * Whatever was kept of earlier versions (`npm run keep`) is taken over by this one, with every row, and by the next one,
 * whose migrations may be killed.
 */

/** What a migration changes in rows there are, with its reason: a table, or a column of it (`hausbuch.tenant.notes`). */
const changedSince: Record<string, string> = {
  'hausbuch.property.sort_name': 'its numbers are filled up with noughts, as those of a unit are',
  'hausbuch.transaction.search_text': 'letters that no German keyboard has are found by those it has',
  'hausbuch.document.search_text': 'the same',
  'hausbuch.audit_event.before':
    'what was written of people, and a landlord’s details, are not in the journal',
  'hausbuch.audit_event.after': 'the same',
};
/** What of the rows are of the version itself: they stay, and further ones come. */
const growing = [
  'hausbuch.__migrations',
  'hausbuch.base_rate',
  'hausbuch.consumer_price_index',
  'supabase_embedded.ledger',
];

const secret = 'sb_secret_test';
const { adminUrl: serverUrl, appLogin } = inject('testDatabase');
const made: string[] = [];

/** A database of its own on the server of the tests: empty, or as another one is. */
async function create(template?: string): Promise<{ name: string; adminUrl: string; appUrl: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await connected(serverUrl, async (sql) => {
    if (template) await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
    else await sql`create database ${sql(name)}`;
  });
  made.push(name);
  const adminUrl = inDatabase(serverUrl, name);
  const app = new URL(adminUrl);
  app.username = appLogin.name;
  app.password = appLogin.password;
  rememberAdmin(app.toString(), adminUrl);
  return { name, adminUrl, appUrl: app.toString() };
}
afterAll(async () => {
  await closeTestCallers();
  await connected(serverUrl, async (sql) => {
    for (const name of made) await sql`drop database if exists ${sql(name)} with (force)`;
  });
});

/** As a start does it. */
async function upgrade(adminUrl: string, migrationsFolder = ownMigrations): Promise<void> {
  await applySchema(adminUrl);
  await migrateDatabase({ adminUrl, login: appLogin, supabaseSecretKey: secret, migrationsFolder });
}

/** Asked of storage, whose files are not kept. */
const ofStorage = ['document.fileUrl'];

/** The tables of a database into which nobody has written anything. */
async function describeNew(migrationsFolder = ownMigrations): Promise<unknown> {
  const { adminUrl } = await create();
  await upgrade(adminUrl, migrationsFolder);
  return describeDatabase(adminUrl);
}

/** What has become of rows that were kept: those that are gone and those that nobody has written. */
const compareRows = (adminUrl: string, { tables }: Kept): Promise<Record<string, string[]>> =>
  connected(adminUrl, async (sql) => {
    const differing: Record<string, string[]> = {};
    for (const { name, columns, lines } of tables) {
      if (name in changedSince) continue;
      const same = columns.flatMap((column, at) => (`${name}.${column}` in changedSince ? [] : [at]));
      const only = (line: string) => same.map((at) => line.split('\t')[at]).join('\t');
      const now = await readLines(sql, { name, columns: same.map((at) => columns[at] ?? '') });
      const before = lines.map(only).sort();
      const [had, have] = [new Set(before), new Set(now)];
      const gone = before.filter((line) => !have.has(line)).map((line) => `gone: ${line}`);
      const come = growing.includes(name)
        ? []
        : now.filter((line) => !had.has(line)).map((line) => `come: ${line}`);
      if (gone.length + come.length > 0) differing[name] = [...gone, ...come];
    }
    return differing;
  });

const kept = listKept();

test('a database of the first baseline is among what was kept', () => {
  expect(kept[0]?.kept.head.migrations.map(({ tag }) => tag)).toEqual([
    '0000_prelude',
    '0001_tables',
    '0002_guards',
    '0003_figures',
  ]);
  expect(kept[0]?.kept.tables.length).toBeGreaterThan(80);
});

// Seconds where nothing else runs.
describe.each(kept)('a database as $name left it', { timeout: 300_000 }, ({ kept }) => {
  const { head } = kept;
  let restored: Awaited<ReturnType<typeof create>>;
  let database: Awaited<ReturnType<typeof create>>;

  beforeAll(async () => {
    restored = await create();
    await restoreKept(restored.adminUrl, kept);
    database = await create(restored.name);
    await upgrade(database.adminUrl);
  }, 300_000);
  afterEach(() => {
    vi.useRealTimers();
  });

  test('has the tables of a new one, and every row', async () => {
    expect(await describeDatabase(database.adminUrl)).toEqual(await describeNew());
    expect(await compareRows(database.adminUrl, kept)).toEqual({});
  });

  test('the journal forgets what it repeated of people, and who arrived can still be taken back', async () => {
    const old = await create(restored.name);
    const proof = 'Frau Kur rief an 🙂';
    const entries: [action: string, before: postgres.JSONValue, after: postgres.JSONValue][] = [
      ['letter.arrive', { sentOn: null, proof: 'Kur 1' }, { mailId: 'a', proof }],
      ['letter.lose', { sentOn: null, proof: 'Kur 2' }, { mailId: 'a' }],
      ['letter.note', { sentOn: null, proof: null }, { sentOn: '2026-11-27', proof: 'Kur 3' }],
      [
        'payment.correct',
        { amountCents: 1, reference: 'Kur 4', note: null },
        { reference: null, note: 'Kur 5' },
      ],
      ['charge.waive', { openCents: 5 }, { waivedCents: 5, reason: 'Kur 6' }],
      ['landlord.create', null, { name: 'Eva Weiß', kind: 'person', street: 'Kurweg 7', email: null }],
      ['landlord.update', { taxNumber: 'Kur 8' }, { taxNumber: 'Kur 9' }],
      ['landlord.update', { name: 'Eva Weiß' }, { name: 'Eva Weiß', changed: ['street'] }],
      ['property.update', { notes: 'Kur 10' }, { notes: null }],
      ['transaction.update', { name: 'Bad', note: null }, { name: 'Bad', note: 'Kur 11' }],
    ];
    const [{ id: portfolioId }, entityId] = [head.rows.books, randomUUID()];
    await connected(old.adminUrl, async (sql) => {
      for (const [second, [action, before, after]] of entries.entries()) {
        const [entity = ''] = action.split('.');
        await sql`insert into hausbuch.audit_event
          (portfolio_id, id, at, actor_kind, action, entity, entity_id, before, after)
          values (${portfolioId}, hausbuch.uuid_v7(), ${new Date(second * 1_000)}, 'system', ${action}, ${entity}, ${entityId},
            ${before === null ? null : sql.json(before)}, ${sql.json(after)})`;
      }
    });
    await upgrade(old.adminUrl);
    const kept = await connected(
      old.adminUrl,
      (sql) => sql`select action, before, after from hausbuch.audit_event
        where portfolio_id = ${portfolioId} and entity_id = ${entityId}
        order by at`,
    );
    const mark = createHash('sha256').update(proof).digest('hex').slice(0, 8);
    expect(kept.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['letter.arrive', { sentOn: null }, { mailId: 'a', proofMark: `${proof.length}-${mark}` }],
      ['letter.lose', { sentOn: null }, { mailId: 'a' }],
      ['letter.note', { sentOn: null }, { sentOn: '2026-11-27', hasProof: true }],
      ['payment.correct', { amountCents: 1 }, {}],
      ['charge.waive', { openCents: 5 }, { waivedCents: 5 }],
      ['landlord.create', null, { name: 'Eva Weiß' }],
      ['landlord.update', {}, { changed: ['taxNumber'] }],
      ['landlord.update', { name: 'Eva Weiß' }, { name: 'Eva Weiß', changed: ['street'] }],
      ['property.update', { notes: '…' }, { notes: null }],
      ['transaction.update', { name: 'Bad', note: null }, { name: 'Bad', note: '…' }],
    ]);
  });

  test('answers every question, and books on', async () => {
    // What is due today was made by the calendar of then.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(head.at) });
    const { books, ids } = head.rows;
    const unknown = new Set<string>();
    const rows = {
      ...head.rows,
      ids: new Proxy(ids, {
        get(known, key) {
          if (!(key in known)) unknown.add(String(key));
          return Reflect.get(known, key);
        },
      }),
    } as unknown as OneOfEach;
    const owner = await createTestCaller({
      appUrl: database.appUrl,
      userId: books.ownerId,
      portfolioId: books.id,
    });
    const failures: Record<string, string> = {};
    let answered = 0;
    const queries = new Map(procedures.filter(([, { _def }]) => _def.type === 'query'));
    for (const [path, one] of cases.filter(([path]) => queries.has(path) && !ofStorage.includes(path))) {
      unknown.clear();
      const input = inputFor(one, rows);
      // Of a table that came later.
      if (unknown.size > 0) continue;
      const failure = await failureOf(call(owner, path, input));
      if (failure === 'no failure') answered += 1;
      else failures[path] = failure;
    }
    expect(failures).toEqual({});
    expect(answered).toBeGreaterThan(100);

    const lease = ids.lease ?? '';
    const before = (await owner.ledger.account({ leaseId: lease })).summary.balanceCents;
    await recordPayment(owner, lease, 12_345);
    expect((await owner.ledger.account({ leaseId: lease })).summary.balanceCents).toBe(before - 12_345);
    const visitor = await createTestCaller({ appUrl: database.appUrl, ...head.demo });
    expect((await visitor.property.list({})).rows.length).toBeGreaterThan(3);
    await connected(database.adminUrl, async (admin) => {
      for (const portfolioId of [books.id, head.demo.portfolioId])
        expect([...(await brokenLaws({ admin, portfolioId }))]).toEqual([]);
    });
  });

  describe('with two further migrations', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-upgrade-'));
    /** Whoever asks for it waits until this test lets go. */
    const stop = 815_047_110;
    const later = ['later_column', 'later_rows'];

    beforeAll(async () => {
      fs.cpSync(ownMigrations, folder, { recursive: true });
      // As somebody would who adds a column to src/db/schema and generates.
      const before = describeSchema();
      const after = structuredClone(before);
      const tenant = after.tables['hausbuch.tenant'];
      if (!tenant) throw new Error('There is no table of tenants.');
      const column = { type: 'text', primaryKey: false, notNull: true, default: "'by nobody'" };
      tenant.columns.recommended_by = { name: 'recommended_by', ...column };
      const column_ = await statementsBetween(before, after);
      const rows = [
        "UPDATE hausbuch.tenant SET recommended_by = 'by ' || last_name WHERE last_name IS NOT NULL;",
        'ALTER TABLE hausbuch.tenant ALTER COLUMN recommended_by DROP DEFAULT;',
      ];
      for (const [name, statements] of [
        ['later_column', column_],
        ['later_rows', rows],
      ] as const) {
        const file = await writeMigration(folder, name, { isCustom: true });
        fs.writeFileSync(path.join(folder, file ?? ''), statements.join('\n--> statement-breakpoint\n'));
      }
    });
    afterAll(() => {
      fs.rmSync(folder, { recursive: true });
    });

    const tagsLater = (): string[] => {
      const journal = fs.readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8');
      const { entries }: { entries: { tag: string }[] } = JSON.parse(journal);
      return entries.slice(head.migrations.length).map(({ tag }) => tag);
    };

    /** The same migrations, of which this one waits between two of its statements. */
    function halting(tag: string): string {
      const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-halting-'));
      fs.cpSync(folder, copy, { recursive: true });
      const file = path.join(copy, `${tag}.sql`);
      const statements = fs.readFileSync(file, 'utf8').split('--> statement-breakpoint');
      statements.splice(Math.ceil(statements.length / 2), 0, `\nSELECT pg_advisory_xact_lock(${stop});\n`);
      fs.writeFileSync(file, statements.join('--> statement-breakpoint'));
      return copy;
    }

    const migrateInOwnProcess = (adminUrl: string, migrationsFolder: string) =>
      spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const { migrateDatabase } = await import(${JSON.stringify(path.resolve('src/db/migrate.ts'))});
           await migrateDatabase(${JSON.stringify({ adminUrl, migrationsFolder })});`,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );

    async function waiting(sql: postgres.Sql): Promise<number | undefined> {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32) + objid::bigint = ${stop}`;
      return row?.pid;
    }

    /** Lets it come to where it waits, and ends it there. */
    async function killedHalfway(adminUrl: string, tag: string, what: 'process' | 'connection') {
      const copy = halting(tag);
      onTestFinished(() => fs.rmSync(copy, { recursive: true }));
      await connected(adminUrl, async (sql) => {
        await sql`select pg_advisory_lock(${stop})`;
        const child = migrateInOwnProcess(adminUrl, copy);
        onTestFinished(() => void child.kill('SIGKILL'));
        const left = once(child, 'exit');
        // Killed on purpose it complains, which nobody needs to read.
        let said = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
        let pid = await waiting(sql);
        while (pid === undefined) {
          if (child.exitCode !== null)
            throw new Error(`It left with ${child.exitCode} before it waited. ${said}`);
          await sleep(20);
          pid = await waiting(sql);
        }
        if (what === 'process') child.kill('SIGKILL');
        else await sql`select pg_terminate_backend(${pid})`;
        const [code, signal] = await left;
        expect(signal ?? code, said).toBe(what === 'process' ? 'SIGKILL' : 1);
      });
    }

    test('killed in the middle of each, it is as before, and then as new', async () => {
      const { adminUrl } = await create(restored.name);
      const before = await describeDatabase(adminUrl);
      for (const [at, tag] of tagsLater().entries()) {
        await killedHalfway(adminUrl, tag, at % 2 === 0 ? 'process' : 'connection');
        expect(await describeDatabase(adminUrl)).toEqual(before);
        expect(await compareRows(adminUrl, kept)).toEqual({});
      }
      await upgrade(adminUrl, folder);
      expect(
        tagsLater()
          .slice(-2)
          .map((tag) => tag.slice(5)),
      ).toEqual(later);
      expect(await describeDatabase(adminUrl)).toEqual(await describeNew(folder));
      expect(await compareRows(adminUrl, kept)).toEqual({});
      const named = await connected(
        adminUrl,
        (sql) => sql`select 1 from hausbuch.tenant where recommended_by = 'by ' || last_name`,
      );
      expect(named.length).toBeGreaterThan(0);
    });
  });
});
