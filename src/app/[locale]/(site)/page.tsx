import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { Icon } from '@/components/icon';
import {
  banknoteIcon,
  building2Icon,
  checkIcon,
  historyIcon,
  receiptTextIcon,
  usersIcon,
} from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { ProrationGlimpse } from '@/components/site/proration-glimpse';
import { siteMetadata } from '@/components/site/site-metadata';
import { SitePicture } from '@/components/site/site-picture';

const promises = [
  { key: 'rent', icon: receiptTextIcon },
  { key: 'payments', icon: banknoteIcon },
  { key: 'history', icon: historyIcon },
] as const;

/** What everybody asks before they type in their tenants. */
const terms = ['cost', 'place', 'owner'] as const;

const people = [
  { key: 'one', icon: building2Icon },
  { key: 'many', icon: usersIcon },
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Site');
  return siteMetadata(null, t('description'));
}

export default async function HomePage() {
  const t = await getTranslations('Home');
  return (
    <main id={MAIN_ID}>
      <section className="mx-auto grid max-w-page items-center gap-x-14 gap-y-12 px-4 pt-14 pb-16 md:px-6 md:pt-20 lg:grid-cols-[1fr_1.35fr] lg:pb-24">
        <div>
          <h1 className="text-4xl font-semibold text-balance">{t('title')}</h1>
          <p className="mt-5 max-w-xl text-lg text-pretty text-muted">{t('lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <span className="for-visitors">
              <LinkButton href="/auth/register" size="lg">
                {t('start')}
              </LinkButton>
            </span>
            <span className="for-signed-in">
              <LinkButton href="/dashboard" size="lg">
                {t('toOwn')}
              </LinkButton>
            </span>
            <LinkButton href="/what" look="outline" size="lg">
              {t('more')}
            </LinkButton>
          </div>
          <ul className="mt-8 grid gap-2 text-sm text-muted">
            {(['first', 'second', 'third'] as const).map((key) => (
              <li key={key} className="flex gap-2">
                <Icon icon={checkIcon} className="mt-[3px] text-accent" />
                {t(`points.${key}`)}
              </li>
            ))}
          </ul>
        </div>
        <SitePicture name="overview" alt={t('picture')} isFirst />
      </section>

      <section className="border-y border-separator bg-surface">
        <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-20">
          <h2 className="max-w-xl text-3xl font-semibold">{t('promises.title')}</h2>
          <div className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
            {promises.map(({ key, icon }) => (
              <div key={key}>
                <span className="grid size-10 place-items-center rounded-xl bg-accent-soft text-accent-soft-foreground">
                  <Icon icon={icon} className="size-5" />
                </span>
                <h3 className="mt-4 text-lg font-semibold">{t(`promises.${key}.title`)}</h3>
                <p className="mt-1.5 text-muted">{t(`promises.${key}.text`)}</p>
              </div>
            ))}
          </div>
        </div>
      </section>

      <section className="mx-auto grid max-w-page items-center gap-x-14 gap-y-10 px-4 pt-16 md:px-6 md:pt-24 lg:grid-cols-[1fr_1.6fr]">
        <div>
          <h2 className="text-3xl font-semibold">{t('account.title')}</h2>
          <p className="mt-3 max-w-xl text-base text-muted">{t('account.text')}</p>
        </div>
        <SitePicture name="account" alt={t('account.picture')} />
      </section>

      <section className="mx-auto grid max-w-page items-center gap-x-14 gap-y-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-[1fr_1.05fr]">
        <div className="lg:order-last">
          <h2 className="text-3xl font-semibold">{t('explain.title')}</h2>
          <p className="mt-3 max-w-xl text-base text-muted">{t('explain.text')}</p>
        </div>
        <ProrationGlimpse />
      </section>

      <section className="mx-auto max-w-page px-4 md:px-6">
        <h2 className="text-3xl font-semibold">{t('people.title')}</h2>
        <div className="mt-8 grid gap-4 md:grid-cols-2">
          {people.map(({ key, icon }) => (
            <div key={key} className="rounded-2xl bg-surface p-6 shadow-surface md:p-8">
              <Icon icon={icon} className="size-6 text-accent" />
              <h3 className="mt-4 text-lg font-semibold">{t(`people.${key}.title`)}</h3>
              <p className="mt-1.5 text-muted">{t(`people.${key}.text`)}</p>
            </div>
          ))}
        </div>
      </section>

      <section className="mx-auto mt-20 max-w-page px-4 md:mt-28 md:px-6">
        <h2 className="text-3xl font-semibold">{t('terms.title')}</h2>
        <dl className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
          {terms.map((key) => (
            <div key={key}>
              <dt className="text-lg font-semibold">{t(`terms.${key}.title`)}</dt>
              <dd className="mt-1.5 text-muted">{t(`terms.${key}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="for-visitors mx-auto mt-20 max-w-page px-4 md:mt-28 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-3xl bg-accent-soft px-6 py-10 md:px-12 md:py-12">
          <div className="max-w-xl">
            <h2 className="text-2xl font-semibold text-accent-soft-foreground">{t('end.title')}</h2>
            <p className="mt-2 text-accent-soft-foreground">{t('end.text')}</p>
            <p className="mt-2 text-accent-soft-foreground">{t('demo')}</p>
          </div>
          <LinkButton href="/auth/register" size="lg">
            {t('start')}
          </LinkButton>
        </div>
      </section>
    </main>
  );
}
