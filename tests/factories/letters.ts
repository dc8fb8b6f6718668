import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../setup/database.ts';
import { asAdmin, type Caller } from './records.ts';

type Of = { portfolioId: string; leaseId: string; tenantId: string };

/** The rule of a portfolio that reminds twice, and of nothing under ten euros. */
export const twoReminders = {
  firstDays: 5,
  lastDays: 20,
  betweenDays: 14,
  leastCents: 1_000,
  payWithinDays: 10,
  withInterest: true,
  feeCents: 0,
};

/** A friendly reminder of what is overdue on a lease, noted as sent by post today. */
export async function sendLetter(owner: Caller, leaseId: string): Promise<{ id: string }> {
  const asked = { leaseId, step: 'friendly' } as const;
  const { totalCents, sentBefore } = await owner.arrears.reminder(asked);
  const id = randomUUID();
  await owner.arrears.remind({ id, ...asked, way: 'post', totalCents, sentBefore, language: 'de' });
  return { id };
}

/** One that goes by mail with an enclosure, as the queue has it where this installation had a mail server. */
export async function mailLetter(
  database: TestDatabase,
  owner: Caller,
  { portfolioId, leaseId, tenantId }: Of,
  state: 'waiting' | 'uncertain' | 'arrived',
): Promise<{ id: string; mailId: string }> {
  const { id } = await sendLetter(owner, leaseId);
  const mailId = randomUUID();
  await asAdmin(database, async (sql) => {
    await sql`update hausbuch.letter set way = 'mail' where id = ${id}`;
    if (state !== 'arrived') {
      await sql`update hausbuch.letter set state = 'ready', sent_on = null where id = ${id}`;
    }
    await sql`insert into hausbuch.letter_mail (portfolio_id, id, letter_id, tenant_id, address, message_name, from_name,
        reply_to, subject, body, state, next_try_at)
      values (${portfolioId}, ${mailId}, ${id}, ${tenantId}, 'anna@example.com', ${`${mailId}@example.com`}, 'Petra Vogel',
        'petra@example.com', 'Zahlungserinnerung', 'Guten Tag', ${state}, now() + interval '1 day')`;
    await sql`insert into hausbuch.letter_enclosure (portfolio_id, letter_id, position, title, media_type, size_bytes, sha256, storage_path)
      values (${portfolioId}, ${id}, 1, 'Hausordnung', 'application/pdf', 1, ${'0'.repeat(64)}, ${`${portfolioId}/enclosed.pdf`})`;
  });
  return { id, mailId };
}
