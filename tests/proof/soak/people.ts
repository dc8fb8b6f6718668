import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieOf, createFlat, type Landlord } from '../../setup/landlord.ts';
import { today } from '../../setup/shown.ts';
import type { Random } from '../random.ts';

export interface Work {
  answers: number;
  /** What was answered wrongly, each once. */
  complaints: Set<string>;
}

interface Place {
  url: string;
  leaseIds: readonly string[];
  propertyId: string;
  tenantId: string;
}

const answerMs = 30_000;

/** People at a desk: some only look, in procedures and pages, some write; a live stream stays open beside each. */
export function letWork({ api, cookies, portfolioId }: Landlord, place: Place, random: Random) {
  const work: Work = { answers: 0, complaints: new Set() };
  let isOver = false;
  const cookie = cookieOf({ cookies });

  const page = async (path: string) => {
    const answer = await fetch(`${place.url}${path}`, {
      headers: { cookie },
      signal: AbortSignal.timeout(answerMs),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path.split('/')[1]} answered ${answer.status}`);
  };
  const lease = () => random.pick(place.leaseIds);
  const looks: (() => Promise<unknown>)[] = [
    () => api.property.list.query({ search: '', archive: 'active', limit: 24 }),
    () => api.ledger.account.query({ leaseId: lease() }),
    () => api.portfolio.get.query(),
    () => api.search.find.query({ text: 'schmidt' }),
    () => page('/dashboard'),
    () => page('/dashboard/rent'),
    () => page(`/property/${place.propertyId}`),
    () => page(`/property/${place.propertyId}/rent`),
    () => page(`/de/tenant/${place.tenantId}`),
    () => page(`/de/tenant/${place.tenantId}/account`),
    () => page('/what'),
  ];
  const writes: (() => Promise<unknown>)[] = [
    () =>
      api.payment.record.mutate({
        ...{ id: randomUUID(), leaseId: lease() },
        ...{ paidOn: today(), amountCents: random.whole(1, 99_999) },
      }),
    async () => {
      const name = `Garten ${randomUUID().slice(0, 8)}`;
      const id = randomUUID();
      await api.unit.create.mutate({ id, propertyId: place.propertyId, name, kind: 'parking' });
      await api.unit.delete.mutate({ id, version: 1 });
    },
    async () => {
      const { id } = await createFlat(api, 'Vorübergehend');
      await api.property.delete.mutate({ id, typedName: 'Vorübergehend' });
    },
  ];

  async function keepDoing(tasks: readonly (() => Promise<unknown>)[], pauseMs: number) {
    while (!isOver) {
      try {
        await random.pick(tasks)();
        work.answers += 1;
      } catch (error) {
        work.complaints.add(error instanceof Error ? error.message : String(error));
      }
      await sleep(pauseMs);
    }
  }

  /** A tab that is opened, listens for a while and is closed. */
  async function listen() {
    while (!isOver) {
      const leaving = new AbortController();
      const timer = setTimeout(() => leaving.abort(), random.whole(1_000, 8_000));
      const input = encodeURIComponent(JSON.stringify({ json: { lastEventId: null } }));
      try {
        const stream = await fetch(`${place.url}/api/trpc/live.changes?input=${input}`, {
          headers: { cookie, accept: 'text/event-stream', 'x-hausbuch-portfolio': portfolioId },
          signal: leaving.signal,
        });
        if (stream.status !== 200) work.complaints.add(`the stream answered ${stream.status}`);
        for await (const _ of stream.body ?? []) if (isOver) break;
      } catch (error) {
        if (!leaving.signal.aborted) work.complaints.add(`the stream: ${String(error)}`);
      } finally {
        clearTimeout(timer);
        leaving.abort();
      }
    }
  }

  const done = Promise.all([
    ...Array.from({ length: 4 }, () => keepDoing(looks, 20)),
    ...Array.from({ length: 2 }, () => keepDoing(writes, 60)),
    ...Array.from({ length: 4 }, listen),
  ]);
  return {
    work,
    async stop() {
      isOver = true;
      await done;
    },
  };
}
