'use server';

import { redirect } from 'next/navigation';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import { choosePortfolio } from '@/features/portfolio/actions';
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
  redirect(getPathname({ href: '/dashboard', locale: languageOf(form) }));
}

/** Whoever is signed in with another address signs out here, and comes back to the invitation. */
export async function signOutToAccept(_: InvitationState, form: FormData): Promise<InvitationState> {
  const supabase = await createSupabaseServerClient();
  await supabase.auth.signOut({ scope: 'local' });
  const href = { pathname: '/invitation', query: { token: text(form, 'token') } } as const;
  redirect(getPathname({ href, locale: languageOf(form) }));
}
