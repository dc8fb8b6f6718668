'use server';

import { redirect } from 'next/navigation';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import { choosePortfolio } from '@/features/portfolio/actions';
import { proposeFormats } from '@/features/portfolio/proposal-rules';
import { getPathname } from '@/i18n/navigation';
import { DomainError } from '@/lib/errors';
import { defaultLanguage, languages } from '@/lib/languages';
import { trpc } from '@/trpc/server';

export type InvitationState = { failure?: string };

const text = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
const languageOf = (form: FormData) =>
  languages.find((language) => language === text(form, 'language')) ?? defaultLanguage;

/** As somebody has them who founds a portfolio: days and numbers as the browser's region writes them, where none are chosen. */
async function keepRegionalFormats(form: FormData): Promise<void> {
  const formats = proposeFormats(languageOf(form), text(form, 'region'));
  if (!formats) return;
  const { displayName, language, dateFormat, numberFormat } = await trpc.account.getProfile();
  if (dateFormat !== null || numberFormat !== null) return;
  await trpc.account.updateProfile({ displayName, language, ...formats });
}

/** The click on the page an invitation leads to. */
export async function acceptInvitation(_: InvitationState, form: FormData): Promise<InvitationState> {
  let portfolioId: string;
  try {
    ({ portfolioId } = await trpc.member.accept({ token: text(form, 'token') }));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { failure: cause instanceof DomainError ? cause.code : 'unexpected' };
  }
  await choosePortfolio(portfolioId);
  // They are in; formats can be chosen later, too.
  await keepRegionalFormats(form).catch(() => undefined);
  redirect(getPathname({ href: '/dashboard', locale: languageOf(form) }));
}

/** Whoever is signed in with another address signs out here, and comes back to the invitation. */
export async function signOutToAccept(_: InvitationState, form: FormData): Promise<InvitationState> {
  const supabase = await createSupabaseServerClient();
  await supabase.auth.signOut({ scope: 'local' });
  const href = { pathname: '/invitation', query: { token: text(form, 'token') } } as const;
  redirect(getPathname({ href, locale: languageOf(form) }));
}
