import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getOwnPortfolios, requirePortfolio, requireSession } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { type SettingsPart, settingsFor, settingsPath } from '@/i18n/settings-pages';

/** The pages the visitor may open, with their names and what each is for. */
export async function listSettings() {
  const [t, { current }] = await Promise.all([getWords('Settings'), getOwnPortfolios()]);
  return settingsFor(current?.role ?? null).map((part) => ({
    part,
    href: settingsPath(part),
    label: t(`parts.${part}.title`),
    // To all but its owners only their own account is there to be deleted.
    text:
      part === 'danger' && current?.role !== 'owner'
        ? t('parts.danger.accountText')
        : t(`parts.${part}.text`),
  }));
}

export async function settingsTitle(part: SettingsPart): Promise<Metadata> {
  const t = await getWords('Settings');
  return { title: `${t(`parts.${part}.title`)} · ${t('title')}` };
}

/** For a page of one's own account, which somebody without a portfolio has, too. */
export async function enterOwn(part: 'profile' | 'access' | 'portfolio' | 'danger') {
  await requireSession(settingsPath(part));
  return (await getOwnPortfolios()).current;
}

/** For a page about the portfolio: whoever of it has that page. */
export async function enterPortfolio(part: SettingsPart) {
  const portfolio = await requirePortfolio(settingsPath(part));
  if (!settingsFor(portfolio.role).includes(part)) notFound();
  return portfolio;
}
