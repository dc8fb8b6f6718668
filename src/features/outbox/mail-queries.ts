import 'server-only';
import { and, eq } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { letterMail, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { smtpSettings } from '@/lib/server/env';
import { tenantDisplayName } from '../occupancy/party-queries';
import { type SenderPlace, senderGap } from './sender-rules';

/** Why a letter cannot go by mail. */
export type NoMail = 'no_mail_server' | 'no_reply_address' | 'no_address';

type Sender = SenderPlace & { email: string | null };

/** Where the landlord is answered; null where none of them has an address. */
const replyAddress = (landlords: readonly Sender[]) =>
  landlords.find((one) => one.email !== null)?.email ?? null;

/** Why no letter of these landlords can go by mail, whoever it is to. */
export function whyNoMail(landlords: readonly Sender[]): Exclude<NoMail, 'no_address'> | null {
  if (!smtpSettings()) return 'no_mail_server';
  return replyAddress(landlords) === null ? 'no_reply_address' : null;
}

/** Whom a letter can reach by mail: each tenant at the first address no server has refused; and whom it cannot. */
export const findMailWay = async (tx: Tx, scope: Scope, letter: MailedLetter) =>
  (await readMailWays(tx, scope, letter.tenantIds))(letter);

type MailedLetter = { tenantIds: readonly string[]; landlords: readonly Sender[] };

/** The same of many letters to these tenants, read at once. */
export async function readMailWays(tx: Tx, scope: Scope, tenantIds: readonly string[]) {
  const rows = await tx
    .select({ id: tenant.id, name: tenantDisplayName, emails: tenant.emails })
    .from(tenant)
    .where(and(within(tenant, scope), isAmong(tenant.id, [...tenantIds])));
  const refused = await listRefused(tx, scope, tenantIds);
  return ({ tenantIds: to, landlords }: MailedLetter) =>
    mailWay(
      rows.filter((row) => to.includes(row.id)),
      refused,
      landlords,
    );
}

function mailWay(
  rows: readonly { id: string; name: string; emails: string[] }[],
  refused: ReadonlySet<string>,
  landlords: readonly Sender[],
) {
  const reached = rows.map(({ id, name, emails }) => ({
    tenantId: id,
    name,
    address: emails.find((address) => !refused.has(address.toLowerCase())) ?? null,
    /** There was one, and its server knows nobody there. */
    isRefused: emails.length > 0 && emails.every((address) => refused.has(address.toLowerCase())),
  }));
  // Two who share a mailbox get one mail.
  const recipients = reached.flatMap(({ address, ...one }, at) =>
    address !== null &&
    reached.findIndex((other) => other.address?.toLowerCase() === address.toLowerCase()) === at
      ? [{ ...one, address }]
      : [],
  );
  const reason: NoMail | null = whyNoMail(landlords) ?? (recipients.length === 0 ? 'no_address' : null);
  return {
    reason,
    replyTo: replyAddress(landlords),
    senderGap: senderGap(landlords),
    recipients,
    without: reached.flatMap(({ address, name, isRefused }) =>
      address === null ? [{ name, isRefused }] : [],
    ),
  };
}

/** Addresses of tenants that a server said nobody has. */
async function listRefused(tx: Tx, scope: Scope, tenantIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ address: letterMail.address })
    .from(letterMail)
    .where(
      and(
        within(letterMail, scope),
        isAmong(letterMail.tenantId, [...tenantIds]),
        eq(letterMail.isAddressRefused, true),
      ),
    );
  return new Set(rows.map((row) => row.address.toLowerCase()));
}
