import 'server-only';
import type { z } from 'zod';
import type { InTransaction } from '@/db/scope';
import type { SeenRow } from '@/db/versioned';
import type { Context } from '@/trpc/context';
import { noteMailed, openRoom, renewRoom } from './commands';
import { roomMail } from './room-mail';
import type { openRoomInput } from './schema';

type Ctx = Pick<Context, 'mailer' | 'mailOrigin'> & { inTransaction: InTransaction };
type Opened = Awaited<ReturnType<typeof openRoom>>;

/**
 * After the commit: a mail about something that was not written would lead nowhere. Where none goes out the room stays as it
 * was, with the link that was mailed before or shut for want of one, and the mail can be sent again: there is no other way to
 * the tenant than their own mailbox.
 */
async function mail({ mailer, mailOrigin, inTransaction }: Ctx, { row, mail: room }: Opened) {
  if (room === null) return { id: row.id, version: row.version, isMailed: true };
  const outcome = mailOrigin ? await mailer().send(await roomMail(mailOrigin, room)) : 'unavailable';
  if (outcome !== 'sent') return { id: row.id, version: row.version, isMailed: false };
  const noted = await inTransaction((tx, scope) => noteMailed(tx, scope, row.id, room.secrets));
  return { id: row.id, version: noted?.version ?? row.version, isMailed: true };
}

export async function openWithMail(ctx: Ctx, input: z.output<typeof openRoomInput>) {
  return mail(ctx, await ctx.inTransaction((tx, scope) => openRoom(tx, scope, input)));
}

export async function mailRoomAgain(ctx: Ctx, seen: SeenRow) {
  return mail(ctx, await ctx.inTransaction((tx, scope) => renewRoom(tx, scope, seen)));
}
