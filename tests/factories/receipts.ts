import { randomUUID } from 'node:crypto';
import type { Period } from '@/lib/period';
import type { TestDatabase } from '../setup/database.ts';
import {
  asAdmin,
  type Caller,
  createDocument,
  createLease,
  createProperty,
  createTenant,
} from './records.ts';
import { testMails } from './session.ts';
import { firstHalf, settleCosts } from './settled.ts';

/** What the statement of a period told its first lease. */
export async function toldOf(owner: Caller, propertyId: string, period: Period): Promise<string> {
  const found = await owner.objection.list({ propertyId, ...period });
  return found?.leases[0]?.statementLeaseId ?? '';
}

/** A flat whose costs of the first half are settled with a tenant who reads mails. */
export async function settleWithTenant(owner: Caller, letterLanguage: 'de' | 'en' = 'de') {
  const house = await createProperty(owner);
  const emails = ['anna@example.com', 'zweite@example.com'];
  const tenant = await createTenant(owner, { emails, letterLanguage });
  const parties = { unitIds: [house.unitId], tenantIds: [tenant.id] };
  const lease = await createLease(owner, parties, { startsOn: firstHalf().from });
  await settleCosts(owner, house, firstHalf());
  return { house, tenant, leaseId: lease.id, told: await toldOf(owner, house.id, firstHalf()) };
}

/** A paper at each bill of what a statement told a lease. */
export async function attachReceipts(owner: Caller, statementLeaseId: string) {
  const { bills } = await owner.receiptRoom.choices({ statementLeaseId });
  for (const { billId } of bills) {
    await createDocument(owner, [{ kind: 'transaction', id: billId }], { title: 'Grundsteuerbescheid' });
  }
  const choices = await owner.receiptRoom.choices({ statementLeaseId });
  return choices.bills.flatMap(({ billId, papers }) =>
    papers.map(({ documentId }) => ({ billId, documentId })),
  );
}

/** Opens a room with every receipt for the first tenant who has an address. */
export async function openRoom(owner: Caller, statementLeaseId: string, id: string = randomUUID()) {
  const { recipients, bills } = await owner.receiptRoom.choices({ statementLeaseId });
  const papers = bills.flatMap(({ billId, papers: own }) =>
    own.map(({ documentId }) => ({ billId, documentId })),
  );
  const tenantId = recipients[0]?.tenantId ?? '';
  const row = await owner.receiptRoom.open({ id, statementLeaseId, tenantId, language: 'de', papers });
  return { ...row, tenantId, ...lastSecrets() };
}

/** What the last mail to a tenant says. */
export function lastSecrets() {
  const { text = '' } = testMails.at(-1) ?? {};
  return {
    token: /receipts\/([\w-]{54})/.exec(text)?.[1] ?? '',
    code: /([0-9A-Z]{4}-){2}[0-9A-Z]{4}/.exec(text)?.[0] ?? '',
  };
}

/** As if what was noted of the rooms of a portfolio had happened so long ago. */
export const letRoomTimePass = (database: TestDatabase, portfolioId: string, interval: string) =>
  asAdmin(database, async (sql) => {
    const events = await sql`select id, at - ${interval}::interval as at,
      visit_ends_at - ${interval}::interval as until from hausbuch.receipt_room_event where portfolio_id = ${portfolioId}`;
    for (const { id, at, until } of events) {
      await sql`update hausbuch.receipt_room_event set at = ${at}, visit_ends_at = ${until}
        where portfolio_id = ${portfolioId} and id = ${id}`;
    }
    const found =
      await sql`select id, code_expires_at - ${interval}::interval as until from hausbuch.receipt_room
      where portfolio_id = ${portfolioId}`;
    for (const { id, until } of found) {
      await sql`update hausbuch.receipt_room set code_expires_at = ${until} where portfolio_id = ${portfolioId} and id = ${id}`;
    }
  });
