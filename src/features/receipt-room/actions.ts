'use server';

import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ActionProblems } from '@/components/form/action-form';
import { getPathname } from '@/i18n/navigation';
import { fieldCodes } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import { isSecureRequest, networkOf, requestAddress } from '@/lib/server/request';
import { askForm, codeForm } from './schema';
import type { Refused } from './visit-commands';
import { sendCode, tryCode, visitCookieName } from './visitor-commands';

export type CodeState = ActionProblems & {
  refused?: Refused;
  sent?: Awaited<ReturnType<typeof sendCode>>['outcome'];
};

/** Beside what a room counts itself: one address tries so often, at whichever rooms. */
const guesses = new RateLimit({ limit: 20, perMs: 3_600_000 });
const asked = new RateLimit({ limit: 10, perMs: 3_600_000 });

const network = async () => networkOf(requestAddress(await headers()) ?? 'unknown');

/** Enters a room with the code of a mail. */
export async function enterReceiptRoom(_: CodeState, form: FormData): Promise<CodeState> {
  const read = codeForm.safeParse(Object.fromEntries(form));
  const typed = { code: String(form.get('code') ?? '').slice(0, 100) };
  if (!read.success) {
    const codes = Object.entries(fieldCodes(read.error));
    return { problems: Object.fromEntries(codes.map(([name, code]) => [name, { code }])), typed };
  }
  const { room: token, code, language: locale } = read.data;
  if (guesses.take(await network()) > 0) return { refused: 'rate_limited', typed };
  const tried = await tryCode(token, code);
  if ('refused' in tried) return { refused: tried.refused, typed };
  (await cookies()).set(visitCookieName(tried.roomId), tried.token, {
    path: '/',
    expires: tried.endsAt,
    sameSite: 'lax',
    httpOnly: true,
    secure: isSecureRequest(await headers()),
  });
  redirect(getPathname({ href: { pathname: '/receipts/[id]', params: { id: token } }, locale }));
}

/** Asks for another code, which goes to the mailbox the room was opened for. */
export async function askForAnotherCode(_: CodeState, form: FormData): Promise<CodeState> {
  if (asked.take(await network()) > 0) return { sent: 'rate_limited' };
  const { outcome } = await sendCode(askForm.parse(Object.fromEntries(form)).room);
  return { sent: outcome };
}
