'use server';

import { headers } from 'next/headers';
import type { ActionProblems } from '@/components/form/action-form';
import { fieldCodes } from '@/lib/errors';
import { operator } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';
import { RateLimit } from '@/lib/server/rate-limit';
import { networkOf, requestAddress } from '@/lib/server/request';
import { appMailer } from '@/mail/mailer';
import { storeMessage } from './commands';
import { contactLetter } from './letter';
import { contactForm } from './schema';

export type ContactState = ActionProblems & { outcome?: 'sent' | 'rate_limited' | 'failed' };

const perNetwork = new RateLimit({ limit: 5, perMs: 3_600_000 });
/** So that many networks at once do not fill the operator's mailbox either. */
const perInstallation = new RateLimit({ limit: 200, perMs: 3_600_000 });

/** Stores the message, then mails it to the operator where mail can be sent: stored is what counts. */
export async function sendMessage(_: ContactState, form: FormData): Promise<ContactState> {
  const typed = Object.fromEntries(
    ['name', 'email', 'message'].map((name) => [name, String(form.get(name) ?? '')]),
  );
  const parsed = contactForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const codes = Object.entries(fieldCodes(parsed.error));
    return { problems: Object.fromEntries(codes.map(([name, code]) => [name, { code }])), typed };
  }
  const { website, ...message } = parsed.data;
  if (website) return { outcome: 'sent' }; // a program gets no reason to try again
  const network = networkOf(requestAddress(await headers()) ?? 'unknown');
  if (perNetwork.take(network) > 0 || perInstallation.take('') > 0) {
    return { outcome: 'rate_limited', typed };
  }
  try {
    await storeMessage(message);
  } catch (error) {
    log().error({ event: 'contact_message_failed', error: describeError(error) });
    return { outcome: 'failed', typed };
  }
  const { email } = operator();
  if (email) await appMailer().send(await contactLetter(email, message));
  return { outcome: 'sent' };
}
