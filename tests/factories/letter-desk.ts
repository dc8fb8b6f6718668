import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { z } from 'zod';
import { letter } from '@/db/schema';
import { isRow } from '@/db/versioned';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { sendWritten } from '@/features/letter/commands';
import { lookAtLetter } from '@/features/letter/queries';
import { lookAtLetterInput, sendWrittenInput } from '@/features/letter/schema';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { renderLetter } from '@/print/letter-pdf';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { enterLandlord } from './look-alikes.ts';
import { type Books, openBooks } from './tenancy.ts';

let database: TestDatabase;
/** A portfolio anew for each test, whose landlord has an address and an account. */
export let books: Books;

/** Called once by a file whose tests look at letters and send them. */
export function openLetterDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    books = await openBooks(database);
    await enterLandlord(books);
  });
  afterEach(() => books.close());
  afterAll(() => database.drop());
}

/** The day on which these letters are written. */
export const today = '2026-03-20';

export const look = (
  leaseId: string,
  kind: WrittenKind,
  more: Partial<z.input<typeof lookAtLetterInput>> = {},
) =>
  books.on(today, (tx, scope) =>
    lookAtLetter(tx, scope, lookAtLetterInput.parse({ leaseId, kind, ownLanguage: 'de', ...more })),
  );

/** Sends as the page would: our text, as it was shown, on demand with ours in another language beside it. */
export async function send(
  leaseId: string,
  kind: WrittenKind,
  {
    besideIn = null,
    ...more
  }: Partial<z.input<typeof sendWrittenInput>> & { besideIn?: Language | null } = {},
) {
  const { language = 'de', paymentId, month } = more;
  const shown = await look(leaseId, kind, { language, besideIn, paymentId, month });
  const textOf = ({ subject, body }: { subject: string; body: string }) => ({ subject, body });
  const beside = shown.beside && { language: shown.beside.language, ...textOf(shown.beside.ours) };
  const input = sendWrittenInput.parse({
    ...{ id: randomUUID(), leaseId, kind, language, way: 'post', seen: shown.seen, beside },
    ...textOf(shown.ours),
    ...more,
  });
  return books.on(today, (tx, scope) => sendWritten(tx, scope, input));
}

export const contentOf = (id: string) =>
  books.on(today, async (tx, scope) => {
    const [row] = await tx
      .select({ content: letter.content })
      .from(letter)
      .where(isRow(letter, scope, id));
    if (!row?.content) throw new Error('No letter.');
    return row.content;
  });

/** All words of all pages. */
export async function printed(id: string): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await renderLetter(await contentOf(id))));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

export const pay = (leaseId: string, amountCents: number, paidOn = today) =>
  books.on(today, (tx, scope) =>
    recordPayment(tx, scope, recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents })),
  );

/** What a letter would say, as it is sent. */
export const saying = async (
  leaseId: string,
  kind: WrittenKind,
  more: Partial<z.input<typeof sendWrittenInput>> = {},
) => printed((await send(leaseId, kind, more)).id);
