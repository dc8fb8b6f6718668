import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TRPCClientError } from '@trpc/client';
import { addDays } from '../../../src/lib/calendar.ts';
import { packedFile, statementOf } from '../../factories/bank-import.ts';
import type { Landlord } from '../../setup/landlord.ts';
import { today } from '../../setup/shown.ts';

/** Three answers of a machine on which nothing is done at once. */
const patienceMs = 150_000;
const pauseMs = 40;
const linesPerFile = 150;
/** So long may a single request take before it counts as one without an answer. */
const answerMs = 45_000;

export type Written = {
  payments: Map<string, { leaseId: string; amountCents: number }>;
  documents: Map<string, { versionId: string; sha256: string }>;
  /** Files of the bank, each with how many lines it has. */
  imports: Map<string, number>;
  /** Of each the link its answer held to be handed over; null where a mail went out. */
  invitations: Map<string, string | null>;
  /** Invitations whose mails went with a mailbox that a crash of the database emptied. */
  unseen: Set<string>;
};

const isPassing = (error: unknown) =>
  !(error instanceof TRPCClientError) || !error.data || error.data.httpStatus === 503;

/** Sends the same again until it is acknowledged, as a browser does with what got no answer. */
async function insist<T>(
  write: (signal: AbortSignal) => Promise<T>,
  complain: (text: string) => void,
): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await write(AbortSignal.timeout(answerMs));
    } catch (error) {
      if (!isPassing(error)) complain(String(error));
      if (!isPassing(error) || Date.now() > until) throw error;
      await sleep(pauseMs);
    }
  }
}

/** People who record payments, bring papers and bank files and invite others, all at the same time, until told to stop. */
export function startWriting(
  { api }: Landlord,
  { leaseIds, propertyId, iban }: { leaseIds: readonly string[]; propertyId: string; iban: string },
  written: Written,
) {
  const complaints: string[] = [];
  const complain = (text: string) => complaints.push(text);
  let isOver = false;

  async function pay(leaseId: string): Promise<void> {
    while (!isOver) {
      const payment = { id: randomUUID(), leaseId, amountCents: 10_001 + written.payments.size };
      await insist(
        (signal) => api.payment.record.mutate({ ...payment, paidOn: today() }, { signal }),
        complain,
      );
      written.payments.set(payment.id, payment);
    }
  }

  async function bringPapers(): Promise<void> {
    while (!isOver) {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(30_000), Buffer.from('\n%%EOF\n')]);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const [documentId, versionId] = [randomUUID(), randomUUID()];
      const asked = {
        ...{ documentId, versionId, sha256, sizeBytes: bytes.length },
        ...{ fileName: 'paper.pdf', title: 'A paper' },
        links: [{ kind: 'property' as const, id: propertyId }],
      };
      await insist(async (signal) => {
        const grant = await api.document.requestUpload.mutate(asked, { signal });
        if (grant.isThere) return api.document.confirmUpload.mutate({ versionId }, { signal });
        const answer = await fetch(grant.url, {
          method: 'PUT',
          headers: { 'content-type': grant.mediaType },
          body: bytes,
          signal,
        });
        // Already there: the first attempt's answer was lost.
        if (!answer.ok && answer.status !== 400) throw new Error(`The upload answered ${answer.status}.`);
        await answer.arrayBuffer();
        return api.document.confirmUpload.mutate({ versionId }, { signal });
      }, complain);
      written.documents.set(documentId, { versionId, sha256 });
      await sleep(20);
    }
  }

  async function bringBankFiles(): Promise<void> {
    while (!isOver) {
      const number = written.imports.size;
      const lines = Array.from({ length: linesPerFile }, (_, at) => ({
        on: addDays(today(), -(number % 300)),
        cents: 1_000_000 + number * linesPerFile + at,
        name: `Sender ${at}`,
        text: `File ${number}, line ${at}`,
      }));
      const file = { id: randomUUID(), fileName: 'lines.xml', packed: packedFile(statementOf(iban, lines)) };
      await insist((signal) => api.bank.import.mutate(file, { signal }), complain);
      written.imports.set(file.id, lines.length);
      await sleep(50);
    }
  }

  async function invite(): Promise<void> {
    // Thirty an hour are allowed.
    if (written.invitations.size >= 28) return;
    const id = randomUUID();
    const email = `guest-${id.slice(0, 12)}@example.com`;
    const invited = { id, email, role: 'viewer', language: 'de' } as const;
    const { link } = await insist((signal) => api.member.invite.mutate(invited, { signal }), complain);
    written.invitations.set(id, link);
  }

  const done = Promise.allSettled(
    [...leaseIds, ...leaseIds].map(pay).concat(bringPapers(), bringBankFiles(), invite()),
  );
  return {
    complaints,
    /** Lets them finish what they have begun. */
    async stop() {
      isOver = true;
      for (const outcome of await done)
        if (outcome.status === 'rejected') complaints.push(String(outcome.reason));
    },
  };
}
