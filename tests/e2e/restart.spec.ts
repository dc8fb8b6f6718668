import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { TRPCClientError } from '@trpc/client';
import postgres from 'postgres';
import { anyFreePort } from '../../scripts/ports.ts';
import { databaseName } from '../../scripts/surroundings.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { test as base, expect } from '../setup/browser.ts';
import { createFlat, createLease, createTenant, type Landlord, signUp } from '../setup/landlord.ts';
import { killAtOnce, processTree } from '../setup/process-tree.ts';
import { type RunningProduct, runProduct } from '../setup/running-product.ts';
import { euro, monthStart, today } from '../setup/shown.ts';

/** Nothing of a file that went between the list of its folder and the look into it: the product runs on. */
function read(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** The files of a folder, at any depth, that hold a text. */
const filesWith = (folder: string, text: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => read(file).includes(text));

interface Own {
  dataDir: string;
  /** Starts the product on this test's own data. */
  start(): Promise<RunningProduct>;
}

/** A product of the test's own, which it may stop and kill as it likes. */
const test = base.extend<{ own: Own }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  own: async ({}, provide) => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-own-'));
    fs.chmodSync(dataDir, 0o755);
    const port = await anyFreePort();
    let running: RunningProduct | undefined;
    await provide({
      dataDir,
      async start() {
        running = await runProduct(dataDir, port);
        return running;
      },
    });
    await running?.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  },
});

test.describe.configure({ timeout: 180_000 });

test('after a restart everything is still there, and the session still holds', async ({
  own,
  page,
  words,
  language,
}) => {
  const first = await own.start();
  const landlord = await signUp({ ...first, dataDir: own.dataDir }, language);
  const { id, unitId } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api);
  const leaseId = await createLease(landlord.api, {
    unitId,
    tenantId,
    startsOn: monthStart(-1),
    netCents: 70_000,
  });
  await landlord.api.payment.record.mutate({
    id: randomUUID(),
    leaseId,
    paidOn: today(),
    amountCents: 123_456,
  });
  await page.context().addCookies(landlord.cookies());
  await page.goto(`${first.url}/property/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lindenstraße 5');
  await first.stop();
  await expect(fetch(first.url)).rejects.toThrow();

  const second = await own.start();
  expect(second.url, 'links and bookmarks stay valid').toBe(first.url);
  const mailboxes = [first, second].map(({ mailboxUrl }) => new URL(mailboxUrl));
  expect(mailboxes[1]?.origin).toBe(mailboxes[0]?.origin);
  expect(mailboxes[1]?.search, 'who read the first ready line reads no mail any more').not.toBe(
    mailboxes[0]?.search,
  );
  for (const product of [first, second]) {
    const token = new URL(product.mailboxUrl).searchParams.get('token') ?? '';
    expect(token.length).toBeGreaterThan(20);
    const said = product
      .output()
      .split('\n')
      .filter((line) => line.includes(token));
    expect(said, 'said once, where the start is watched').toHaveLength(1);
    expect(filesWith(own.dataDir, token), 'and kept in no file, no log either').toEqual([]);
  }
  await page.goto(`${second.url}/tenant/${tenantId}/account`);
  const account = page.getByRole('region', { name: words('Account.title'), exact: true });
  await expect(account.getByRole('listitem')).toHaveCount(3);
  await expect(account).toContainText(euro(123_456, language));
  const { summary } = await landlord.api.ledger.account.query({ tenantId });
  expect(summary.openCents).toBe(140_000 - 123_456);
});

interface Attempt {
  id: string;
  leaseId: string;
  paidOn: string;
  amountCents: number;
}

/** Several clients that record payments until the server is gone, also several of them on one lease. */
function recordPayments({ api }: Landlord, leaseIds: readonly string[]) {
  const attempts: Attempt[] = [];
  const acknowledged = new Set<string>();
  const writer = async (leaseId: string) => {
    for (;;) {
      const attempt = { id: randomUUID(), leaseId, paidOn: today(), amountCents: 10_001 + attempts.length };
      attempts.push(attempt);
      try {
        await api.payment.record.mutate(attempt);
        acknowledged.add(attempt.id);
      } catch (error) {
        // No answer is what the test is about, or that the database was gone a moment before the app; another is a defect here.
        if (error instanceof TRPCClientError && error.data && error.message !== 'unavailable') throw error;
        return;
      }
    }
  };
  const done = Promise.all(leaseIds.flatMap((leaseId) => [writer(leaseId), writer(leaseId)]));
  return { attempts, acknowledged, done };
}

async function readBooks(dataDir: string, portfolioId: string) {
  const server = await startPostgres({ dataDir });
  const { adminUrl } = await provisionDatabase({
    adminUrl: server.adminUrl,
    dataDir,
    database: databaseName,
  });
  const admin = postgres(adminUrl, { max: 1 });
  try {
    const payments = await admin<{ id: string; audits: number }[]>`
      select p.id, (select count(*)::int from hausbuch.audit_event a
        where a.portfolio_id = p.portfolio_id and a.entity_id = p.id) as audits
      from hausbuch.payment p where p.portfolio_id = ${portfolioId}`;
    return { payments, broken: await brokenLaws({ admin, portfolioId }) };
  } finally {
    await admin.end();
    await server.stop();
  }
}

test('killed while payments are recorded: each is there as a whole or not at all, and none twice', async ({
  own,
}) => {
  let product = await own.start();
  const landlord = await signUp({ ...product, dataDir: own.dataDir });
  const leaseIds: string[] = [];
  for (const name of ['Erste', 'Zweite', 'Dritte']) {
    const { unitId } = await createFlat(landlord.api, name);
    const tenantId = await createTenant(landlord.api, name);
    const netCents = 70_000;
    leaseIds.push(await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-11), netCents }));
  }

  const attempts: Attempt[] = [];
  for (const round of [1, 2]) {
    const load = recordPayments(landlord, leaseIds);
    await expect.poll(() => load.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(20);
    killAtOnce(processTree(product.pid));
    await load.done;
    attempts.push(...load.attempts);
    expect(load.acknowledged.size, 'some were under way').toBeLessThan(load.attempts.length);

    product = await own.start();
    for (const attempt of load.attempts) {
      if (load.acknowledged.has(attempt.id)) {
        const payment = await landlord.api.payment.get.query({ id: attempt.id });
        expect(payment.amountCents, `round ${round}: what was acknowledged is kept`).toBe(
          attempt.amountCents,
        );
      } else {
        // What a browser does with a payment it got no answer for: the same again, by the same id.
        await landlord.api.payment.record.mutate(attempt);
      }
    }
  }
  await product.stop();

  const { payments, broken } = await readBooks(own.dataDir, landlord.portfolioId);
  expect(broken).toEqual([]);
  expect(payments.map((payment) => payment.id).sort()).toEqual(attempts.map(({ id }) => id).sort());
  expect(payments.filter((payment) => payment.audits !== 1)).toEqual([]);
});
