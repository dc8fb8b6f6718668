import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { Icon } from '@/components/icon';
import {
  banknoteIcon,
  building2Icon,
  chartColumnIcon,
  coinsIcon,
  fileTextIcon,
  globeIcon,
  layoutDashboardIcon,
  receiptTextIcon,
  shieldCheckIcon,
  undo2Icon,
  usersIcon,
} from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { ProrationGlimpse } from '@/components/site/proration-glimpse';
import { siteMetadata } from '@/components/site/site-metadata';
import { SitePicture } from '@/components/site/site-picture';

/** What has a screen of its own, in the order of a landlord's first weeks. */
const shown = [
  { key: 'overview', icon: layoutDashboardIcon, picture: 'overview' },
  { key: 'properties', icon: building2Icon, picture: 'property' },
  { key: 'tenants', icon: usersIcon, picture: 'leases' },
  { key: 'rent', icon: receiptTextIcon, picture: 'rent' },
  { key: 'payments', icon: banknoteIcon, picture: 'account' },
  { key: 'bookings', icon: coinsIcon, picture: 'bookings' },
  { key: 'documents', icon: fileTextIcon, picture: 'documents' },
  { key: 'figures', icon: chartColumnIcon, picture: 'figures' },
] as const;

const promised = [
  { key: 'corrections', icon: undo2Icon },
  { key: 'languages', icon: globeIcon },
  { key: 'safety', icon: shieldCheckIcon },
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('What');
  return siteMetadata(t('title'), t('lead'));
}

export default async function WhatPage() {
  const t = await getTranslations('What');
  return (
    <main id={MAIN_ID} className="mx-auto max-w-page px-4 md:px-6">
      <header className="max-w-2xl pt-14 pb-10 md:pt-20 md:pb-14">
        <h1 className="text-4xl font-semibold">{t('title')}</h1>
        <p className="mt-4 text-lg text-muted">{t('lead')}</p>
      </header>
      <div className="divide-y divide-separator border-t border-separator">
        {shown.map(({ key, icon, picture }, index) => (
          <section
            key={key}
            id={key}
            className="grid items-center gap-x-14 gap-y-8 py-10 md:py-16 lg:grid-cols-[1fr_1.6fr]"
          >
            <div>
              <h2 className="flex items-center gap-3 text-2xl font-semibold">
                <IconTile icon={icon} />
                {t(`${key}.title`)}
              </h2>
              <p className="mt-4 max-w-prose text-base text-muted">{t(`${key}.text`)}</p>
              <p className="mt-3 max-w-prose text-base text-muted">{t(`${key}.more`)}</p>
            </div>
            <SitePicture name={picture} alt={t(`${key}.picture`)} isFirst={index === 0} />
            {key === 'rent' && (
              <div className="lg:col-start-2">
                <ProrationGlimpse />
              </div>
            )}
          </section>
        ))}
        <div className="grid gap-x-12 gap-y-10 py-10 md:grid-cols-3 md:py-16">
          {promised.map(({ key, icon }) => (
            <section key={key} id={key}>
              <IconTile icon={icon} />
              <h2 className="mt-4 text-xl font-semibold">{t(`${key}.title`)}</h2>
              <p className="mt-2 text-base text-muted">{t(`${key}.text`)}</p>
              <p className="mt-3 text-base text-muted">{t(`${key}.more`)}</p>
            </section>
          ))}
        </div>
      </div>
      <div className="flex justify-center border-t border-separator pt-14">
        <LinkButton href="/auth/register" size="lg">
          {t('start')}
        </LinkButton>
      </div>
    </main>
  );
}

function IconTile({ icon }: { icon: string }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-soft-foreground">
      <Icon icon={icon} className="size-5" />
    </span>
  );
}
