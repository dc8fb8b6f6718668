import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, not, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { collectionItem, letter } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import { inPostalOrder } from '@/domain/postal-order';
import { DomainError } from '@/lib/errors';
import { readSender } from '../account/sender-queries';
import { letterAddress, readLetterPlaces, readLetterTenants } from '../occupancy/letter-queries';
import { writeLetter } from '../outbox/commands';
import { letterMail } from '../outbox/mail';
import { queueMails } from '../outbox/mail-commands';
import { readMailWays } from '../outbox/mail-queries';
import { lockCollection } from './collection-commands';
import { noticeLetter } from './notice-letter';
import { listNotices, readNoticeSenders } from './notice-queries';
import type { tellBeforehandInput } from './schema';

type Input = z.output<typeof tellBeforehandInput>;

/**
 * Tells the tenants of a file what is collected and when, each direct debit once. By mail, those whom no mail reaches are written
 * down as going by post. Asked again it sends nothing twice, and names those of today once more.
 * @returns how many of them go by mail, and the letters that go on paper
 * @throws DomainError `debit.cancelled`, `debit.collected`, `letter.no_mail_server`, `letter.no_reply_address`,
 * `letter.too_many_mails`
 */
export async function tellBeforehand(tx: Tx, scope: Scope, input: Input) {
  const { row, items } = await lockCollection(tx, scope, input.id);
  if (row.cancelledAt !== null) throw new DomainError('debit.cancelled');
  if (row.collectOn <= scope.today) throw new DomainError('debit.collected');
  const waiting = items.filter((item) => item.state !== 'cancelled');
  const told = await listNotices(
    tx,
    scope,
    waiting.map((item) => item.id),
  );
  const rows = await tx
    .select()
    .from(collectionItem)
    .where(and(within(collectionItem, scope), eq(collectionItem.collectionId, row.id)))
    .orderBy(asc(collectionItem.endToEnd));
  const untold = rows.filter((one) => !told.has(one.id) && waiting.some((item) => item.id === one.id));
  if (untold.length === 0) return answerAgain(tx, scope, rows);
  const about = await readAbout(
    tx,
    scope,
    untold.map((item) => item.leaseId),
  );
  const written = [];
  for (const item of untold) {
    const notice = { ...item, collectOn: row.collectOn, creditorIdentifier: row.creditorIdentifier };
    written.push(await writeOne(tx, scope, { item: notice, input, about }));
  }
  // At the end: what counts mails lets nobody else send until this is committed.
  const mails = written.flatMap(({ mail }) => mail ?? []);
  for (const mail of mails) await queueMails(tx, scope, mail);
  return {
    mailed: mails.length,
    paperIds: inPostalOrder(written).flatMap(({ id, mail }) => (mail ? [] : [id])),
  };
}

/** Nobody is left to be told: of today's notices that the same person sent only the answer may have been lost. */
async function answerAgain(tx: Tx, scope: Scope, items: readonly (typeof collectionItem.$inferSelect)[]) {
  const today = await tx
    .select({ id: letter.id, leaseId: letter.leaseId, way: letter.way })
    .from(letter)
    .where(
      and(
        within(letter, scope),
        isAmong(
          letter.collectionItemId,
          items.map((item) => item.id),
        ),
        eq(letter.writtenOn, scope.today),
        sql`${letter.sentBy} is not distinct from ${postedBy(scope)}::uuid`,
        not(isAnyOf(letter.state, 'taken_back')),
      ),
    );
  const onPaper = today.filter(({ way }) => way !== 'mail');
  const { tenantsOf, placesOf } = await readAbout(
    tx,
    scope,
    onPaper.map(({ leaseId }) => leaseId),
  );
  const posted = onPaper.map(({ id, leaseId }) => {
    const [tenants, places] = [tenantsOf(leaseId), placesOf(leaseId)];
    return {
      id,
      sentTo: letterAddress(tenants, places, scope.today),
      tenants: tenants.map((one) => one.name),
    };
  });
  return { mailed: today.length - onPaper.length, paperIds: inPostalOrder(posted).map(({ id }) => id) };
}

type Told = typeof collectionItem.$inferSelect & { collectOn: string; creditorIdentifier: string };

/** What is known of leases, of all that are told at once: who is written to, where, by whom, and whom mail reaches. */
async function readAbout(tx: Tx, scope: Scope, leaseIds: string[]) {
  const sender = await readSender(tx, scope);
  const tenantsOf = await readLetterTenants(tx, scope, leaseIds);
  const placesOf = await readLetterPlaces(tx, scope, leaseIds);
  const tenantIds = leaseIds.flatMap((id) => tenantsOf(id).map((one) => one.id));
  const mailOf = await readMailWays(tx, scope, [...new Set(tenantIds)]);
  const landlordsOf = await readNoticeSenders(tx, scope, leaseIds, placesOf);
  return { sender, tenantsOf, placesOf, mailOf, landlordsOf };
}

async function writeOne(
  tx: Tx,
  scope: Scope,
  { item, input, about }: { item: Told; input: Input; about: Awaited<ReturnType<typeof readAbout>> },
) {
  const { leaseId, amountCents, collectOn } = item;
  const { sender } = about;
  const [tenants, places] = [about.tenantsOf(leaseId), about.placesOf(leaseId)];
  const landlords = about.landlordsOf(leaseId);
  const tenantIds = tenants.map((one) => one.id);
  const { replyTo, reason, recipients } = about.mailOf({ tenantIds, landlords });
  if (input.way === 'mail' && reason !== null && reason !== 'no_address') {
    throw new DomainError(`letter.${reason}`, { field: 'way' });
  }
  const isMailed = input.way === 'mail' && reason === null && replyTo !== null;
  const language = tenants[0]?.letterLanguage ?? input.language;
  const frame = {
    landlords,
    tenants: tenants.map((one) => one.name),
    sentTo: letterAddress(tenants, places, scope.today),
    writtenOn: scope.today,
    issuer: sender.portfolioName,
  };
  const content = await noticeLetter(item, frame, sender.formatsIn(language));
  const id = randomUUID();
  await writeLetter(tx, scope, {
    ...{ id, leaseId, language, content, tenantIds },
    kind: 'pre_notice',
    step: null,
    way: input.way === 'mail' && !isMailed ? 'post' : input.way,
    items: [],
    totalCents: amountCents,
    payBy: collectOn,
    interestCents: 0,
    interestChargeId: null,
    feeCents: 0,
    feeChargeId: null,
    statementLeaseId: null,
    collectionItemId: item.id,
  });
  const posted = { id, sentTo: frame.sentTo, tenants: frame.tenants };
  if (!isMailed) return { ...posted, mail: null };
  const { subject } = content;
  const fromName = content.sender.name;
  const body = await letterMail(content, language);
  return { ...posted, mail: { letterId: id, fromName, replyTo, subject, body, recipients } };
}
