import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { brokenLaws } from '../../factories/ledger-laws.ts';
import { cookieOf, type Landlord } from '../../setup/landlord.ts';
import { today } from '../../setup/shown.ts';
import type { App } from './stage.ts';

type Place = { landlord: Landlord; leaseIds: string[]; propertyId: string };
/** A stream as a browser opens it; `until` waits for words in it. */
async function openStream(url: string, landlord: Landlord) {
  const ended = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ json: { lastEventId: null } }));
  const answer = await fetch(`${url}/api/trpc/live.changes?input=${input}`, {
    headers: { cookie: cookieOf(landlord), accept: 'text/event-stream' },
    signal: ended.signal,
  });
  if (!answer.ok || !answer.body)
    throw new Error(`The stream answered ${answer.status}: ${await answer.text()}`);
  let heard = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) heard += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  return {
    async until(words: string, limitMs: number): Promise<number> {
      const began = performance.now();
      while (!heard.includes(words)) {
        if (performance.now() - began > limitMs)
          throw new Error(`Not heard within ${limitMs} ms: ${words}; but ${heard}`);
        await sleep(5);
      }
      return Math.round(performance.now() - began);
    },
    async close() {
      ended.abort();
      await reading;
    },
  };
}

/** What is changed through one process is heard from another. */
export async function liveEvents(apps: readonly App[], { landlord, leaseIds }: Place): Promise<string> {
  const [first, second] = apps;
  if (!first || !second) throw new Error('Two processes are needed.');
  const times: number[] = [];
  for (const [listening, writing] of [
    [first, second],
    [second, first],
  ] as const) {
    const stream = await openStream(listening.url, landlord);
    await stream.until('ready', 5_000);
    const id = randomUUID();
    const { api } = landlord.workIn(landlord.portfolioId, writing.url);
    await api.payment.record.mutate({ id, leaseId: leaseIds[0] ?? '', paidOn: today(), amountCents: 1 });
    times.push(await stream.until(id, 1_000));
    await stream.close();
  }
  return `heard after ${times.join(' and ')} ms`;
}

/** This month's rents as if nobody had posted them yet; then every process posts at once, in both ways there are. */
export async function jobsOnce(
  apps: readonly App[],
  sql: postgres.Sql,
  { landlord, leaseIds }: Place,
  secret: string,
) {
  const month = `${today().slice(0, 7)}-01`;
  const { portfolioId } = landlord;
  await sql.begin(async (tx) => {
    const charges = tx`select id from hausbuch.charge
      where portfolio_id = ${portfolioId} and kind = 'rent' and period_from >= ${month}`;
    await tx`delete from hausbuch.open_item where portfolio_id = ${portfolioId} and charge_id in (${charges})`;
    await tx`delete from hausbuch.charge_line where portfolio_id = ${portfolioId} and charge_id in (${charges})`;
    await tx`delete from hausbuch.charge where portfolio_id = ${portfolioId} and kind = 'rent' and period_from >= ${month}`;
    await tx`update hausbuch.lease set posted_through = ${month}::date - 1 where portfolio_id = ${portfolioId}`;
    for (let times = 0; times < 4; times += 1)
      await tx`insert into pgboss.job (name, data) values ('rent.post_portfolio', ${tx.json({ portfolioId })})`;
  });
  const answers = await Promise.all(
    [...apps, ...apps].map((app) =>
      fetch(`${app.url}/api/jobs/run`, { method: 'POST', headers: { authorization: `Bearer ${secret}` } }),
    ),
  );
  const failed = answers.filter((answer) => !answer.ok);
  if (failed.length > 0) throw new Error(`Jobs answered ${failed.map((answer) => answer.status).join(', ')}`);
  const until = Date.now() + 20_000;
  for (;;) {
    const waiting =
      await sql`select 1 from pgboss.job where name = 'rent.post_portfolio' and state < 'completed'`;
    if (waiting.length === 0) break;
    if (Date.now() > until) throw new Error('Jobs of the workers are not done.');
    await sleep(100);
  }
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from hausbuch.charge
    where portfolio_id = ${portfolioId} and kind = 'rent' and period_from = ${month} group by lease_id`;
  if (rows.length !== leaseIds.length || rows.some(({ count }) => count !== 1))
    throw new Error(
      `Of ${leaseIds.length} leases ${rows.length} have rent: ${rows.map(({ count }) => count).join(', ')}`,
    );
  return `${rows.length} rents by ${answers.length} calls and the workers, each once`;
}

/** An upload asked for at one process, sent to storage, and confirmed at another; its bytes are read by the first. */
export async function uploadAcross(apps: readonly App[], { landlord, propertyId }: Place): Promise<string> {
  const [first, second] = apps.map((app) => landlord.workIn(landlord.portfolioId, app.url).api);
  if (!first || !second) throw new Error('Two processes are needed.');
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000), Buffer.from('\n%%EOF\n')]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [documentId, versionId] = [randomUUID(), randomUUID()];
  const grant = await first.document.requestUpload.mutate({
    ...{ documentId, versionId, sha256, sizeBytes: bytes.length, fileName: 'paper.pdf', title: 'A paper' },
    links: [{ kind: 'property', id: propertyId }],
  });
  if (grant.isThere) throw new Error('A new upload is there already.');
  const sent = await fetch(grant.url, {
    method: 'PUT',
    headers: { 'content-type': grant.mediaType },
    body: bytes,
  });
  if (!sent.ok) throw new Error(`Storage answered ${sent.status}.`);
  await second.document.confirmUpload.mutate({ versionId });
  const { url } = await first.document.fileUrl.query({ id: documentId, use: 'save' });
  const got = Buffer.from(await (await fetch(url)).arrayBuffer());
  if (createHash('sha256').update(got).digest('hex') !== sha256) throw new Error('Other bytes came back.');
  return `${bytes.length} bytes, asked for here, confirmed there, read back`;
}

/** People who read and write through the proxy, until told to stop; what is not answered well is counted. */
export function letPeopleWork(proxyUrl: string, { landlord, leaseIds }: Place) {
  const { api } = landlord.workIn(landlord.portfolioId, proxyUrl);
  const failures: string[] = [];
  const paid = new Set<string>();
  let answers = 0;
  let isOver = false;
  const page = async (path: string) => {
    const answer = await fetch(`${proxyUrl}${path}`, { headers: { cookie: cookieOf(landlord) } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  };
  const work = async (one: () => Promise<unknown>) => {
    while (!isOver) {
      await one().then(
        () => {
          answers += 1;
        },
        (error: unknown) => failures.push(String(error)),
      );
      await sleep(50);
    }
  };
  const pay = async () => {
    const id = randomUUID();
    await api.payment.record.mutate({ id, leaseId: leaseIds[0] ?? '', paidOn: today(), amountCents: 1 });
    paid.add(id);
  };
  const done = Promise.all([
    ...Array.from({ length: 4 }, () => work(pay)),
    ...Array.from({ length: 3 }, () => work(() => api.overview.get.query())),
    ...Array.from({ length: 2 }, () => work(() => page('/dashboard'))),
  ]);
  return {
    failures,
    async stop() {
      isOver = true;
      await done;
      return { answers, paid, failures };
    },
  };
}

/** Every payment that was acknowledged stands once, no other, and the account is right. */
export async function demandBooked(sql: postgres.Sql, portfolioId: string, paid: Set<string>): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select id from hausbuch.payment where portfolio_id = ${portfolioId} and id = any(${[...paid]}::uuid[])`;
  if (rows.length !== paid.size) throw new Error(`${rows.length} of ${paid.size} payments stand.`);
  const broken = await brokenLaws({ admin: sql, portfolioId });
  if (broken.length > 0) throw new Error(`Laws are broken: ${JSON.stringify(broken.slice(0, 3))}`);
}

/** The files a page names, whichever process made it, are had from the proxy every time. */
export async function filesOfPages(apps: readonly App[], proxyUrl: string): Promise<string> {
  const named = new Set<string>();
  for (const app of apps) {
    const html = await (await fetch(`${app.url}/`)).text();
    for (const [, file] of html.matchAll(/(?:src|href)="(\/_next\/static\/[^"?]+)/g))
      if (file) named.add(file);
  }
  let asked = 0;
  for (const file of named)
    for (let times = 0; times < 2 * apps.length; times += 1) {
      const answer = await fetch(`${proxyUrl}${file}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${file} answered ${answer.status}`);
      asked += 1;
    }
  return `${named.size} files of the first page, ${asked} times had`;
}
