import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { getOwnPortfolios, requirePortfolio, requireSession } from '@/features/portfolio/portfolio-gate';

/** The pages of the settings, in the order of their list; first one's own, then those of the portfolio. */
const ownParts = ['profile', 'access'] as const;
const portfolioParts = [
  'portfolio',
  'landlords',
  'members',
  'categories',
  'reminders',
  'letters',
  'legal',
  'data',
] as const;

export type SettingsPart = (typeof ownParts)[number] | (typeof portfolioParts)[number] | 'danger';

const pathOf = <Part extends SettingsPart>(part: Part) => `/dashboard/settings/${part}` as const;

/** The pages the visitor may open, with their names and what each is for. */
export async function listSettings() {
  const [t, { current }] = await Promise.all([getTranslations('Settings'), getOwnPortfolios()]);
  const ofPortfolio = portfolioParts.filter((part) =>
    part === 'data' ? current?.role === 'owner' : current !== null || part === 'portfolio',
  );
  return [...ownParts, ...ofPortfolio, 'danger' as const].map((part) => ({
    part,
    href: pathOf(part),
    label: t(`parts.${part}.title`),
    text: t(`parts.${part}.text`),
  }));
}

export async function settingsTitle(part: SettingsPart): Promise<Metadata> {
  const t = await getTranslations('Settings');
  return { title: `${t(`parts.${part}.title`)} · ${t('title')}` };
}

/** For a page of one's own account, which somebody without a portfolio has, too. */
export async function enterOwn(part: 'profile' | 'access' | 'portfolio' | 'danger') {
  await requireSession(pathOf(part));
  return (await getOwnPortfolios()).current;
}

/** For a page about the portfolio: everybody in it, or its owners alone. */
export async function enterPortfolio(part: SettingsPart, who: 'all' | 'owners' = 'all') {
  const portfolio = await requirePortfolio(pathOf(part));
  if (who === 'owners' && portfolio.role !== 'owner') notFound();
  return portfolio;
}
