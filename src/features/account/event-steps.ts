import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import type { SupabaseClient, Session as SupabaseSession, User } from '@supabase/supabase-js';
import { cookies, headers } from 'next/headers';
import { after } from 'next/server';
import { type Session, verifyAccessToken } from '@/auth/server/session';
import type { Language } from '@/domain/vocabulary';
import { visitorLanguage } from '@/i18n/server/visitor-language';
import { languages } from '@/lib/languages';
import { describeError, log } from '@/lib/server/log';
import { isSecureRequest } from '@/lib/server/request';
import { appMailer } from '@/mail/mailer';
import { readDevice } from './device-rules';
import { type ChangeKind, keepChange, keepSignIn, type Place } from './event-commands';
import { accountEventDays, waysOf } from './event-rules';
import { isFirstProof } from './proof-steps';
import { securityMail, type Told } from './security-mail';
import { siteForMails } from './site-steps';

/** Only tells one browser from another; whoever has it can do nothing with it. */
const markName = 'hausbuch_device';
const mark = /^[\w-]{22}$/;

/** Where the visitor is. `marks`: the browser is given a mark, where it has none, by which it is known again. */
export async function visitorPlace({ marks = false } = {}): Promise<Place> {
  const [store, headerList] = await Promise.all([cookies(), headers()]);
  const found = store.get(markName)?.value ?? '';
  const known = mark.test(found) ? found : null;
  const value = known ?? (marks ? randomBytes(16).toString('base64url') : null);
  if (marks && value !== null) {
    store.set(markName, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecureRequest(headerList),
      maxAge: accountEventDays * 86_400,
    });
  }
  const deviceHash = value === null ? null : createHash('sha256').update(value).digest('hex');
  return { ...readDevice(headerList.get('user-agent')), deviceHash };
}

type Owner = { email: string | null; language: Language };

async function ownerOf(user: User): Promise<Owner> {
  const chosen: unknown = user.user_metadata.language;
  const language = languages.find((one) => one === chosen) ?? (await visitorLanguage());
  return { email: user.email || null, language };
}

type Happened = { kind: Told; at: Date; timeZone: string; place: Place; former: string | null };

/** Mails after the answer: nobody waits for it, and nothing fails with it. */
function tell({ email, language }: Owner, origin: string | null, { former, ...happened }: Happened): void {
  const addresses = new Set([email, former].filter((address) => address !== null));
  after(async () => {
    for (const to of addresses) {
      const mail = await securityMail(origin, to, { ...happened, language, email: email ?? to });
      await appMailer().send(mail);
    }
  });
}

/** What is written down here must not keep anybody out. */
async function orLog(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error({ event: 'account_event_failed', error: describeError(error) });
  }
}

/** What the auth server answers to a proof. */
type Opened = Pick<SupabaseSession, 'access_token' | 'user'>;

const owesFactor = (user: User, { aal }: Session) =>
  aal !== 'aal2' && (user.factors ?? []).some(({ status }) => status === 'verified');

/**
 * Writes a sign-in down once it is complete, and tells the owner where the device is new. A session that still owes
 * its second factor is none yet; the one that proved the address for the first time tells nobody anything new.
 */
export async function afterSignIn(opened: Opened | null): Promise<void> {
  if (opened === null) return;
  const { user, access_token: token } = opened;
  await orLog(async () => {
    const verified = await verifyAccessToken(token);
    if (owesFactor(user, verified)) return;
    const place = await visitorPlace({ marks: true });
    const [owner, origin, at] = [await ownerOf(user), await siteForMails(), new Date()];
    const { userId, sessionId } = verified;
    const signIn = { ...place, ...waysOf(verified.amr) };
    const { recorded, timeZone } = await keepSignIn({ userId, sessionId }, signIn, at);
    if (!recorded?.isNewDevice || isFirstProof(opened)) return;
    tell(owner, origin, { kind: 'new_device', at, timeZone, place, former: null });
  });
}

/**
 * Writes a change of the account down and tells its owner, under the former address, too.
 * @param isRecorded it was, in the transaction that did it
 * @param formerEmail the address before, where the caller knows it
 */
export async function afterChange(
  { auth }: Pick<SupabaseClient, 'auth'>,
  kind: ChangeKind,
  { isRecorded = false, formerEmail = null }: { isRecorded?: boolean; formerEmail?: string | null } = {},
): Promise<void> {
  await orLog(async () => {
    const [{ data: asked }, { data: held }] = [await auth.getUser(), await auth.getSession()];
    if (!asked.user || !held.session) return;
    const verified = await verifyAccessToken(held.session.access_token);
    const [place, owner, origin] = [await visitorPlace(), await ownerOf(asked.user), await siteForMails()];
    const { userId, sessionId } = verified;
    const at = new Date();
    const change = { ...place, isRecorded, formerEmail };
    const told = await keepChange({ userId, sessionId }, kind, change, at);
    if (kind !== 'email_change_asked') tell(owner, origin, { kind, at, place, ...told });
  });
}
