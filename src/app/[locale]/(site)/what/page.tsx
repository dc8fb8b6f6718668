import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { Icon } from '@/components/icon';
import {
  banknoteIcon,
  building2Icon,
  globeIcon,
  receiptIcon,
  shieldCheckIcon,
  undo2Icon,
  usersIcon,
} from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { AccountGlimpse } from '@/components/site/account-glimpse';
import { ProrationGlimpse } from '@/components/site/proration-glimpse';

const features = [
  { key: 'properties', icon: building2Icon },
  { key: 'tenants', icon: usersIcon },
  { key: 'rent', icon: receiptIcon },
  { key: 'payments', icon: banknoteIcon },
  { key: 'corrections', icon: undo2Icon },
  { key: 'languages', icon: globeIcon },
  { key: 'safety', icon: shieldCheckIcon },
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('What');
  return { title: t('title'), description: t('lead') };
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
        {features.map(({ key, icon }) => (
          <section
            key={key}
            id={key}
            className="grid gap-x-14 gap-y-8 py-10 md:py-14 lg:grid-cols-[1fr_1.05fr]"
          >
            <div className="flex gap-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-soft-foreground">
                <Icon icon={icon} className="size-5" />
              </span>
              <h2 className="pt-1 text-2xl font-semibold">{t(`${key}.title`)}</h2>
            </div>
            <div className="max-w-prose text-base text-muted">
              <p>{t(`${key}.text`)}</p>
              <p className="mt-3">{t(`${key}.more`)}</p>
            </div>
            {key === 'rent' && (
              <div className="lg:col-start-2">
                <ProrationGlimpse />
              </div>
            )}
            {key === 'payments' && (
              <div className="lg:col-start-2">
                <AccountGlimpse />
              </div>
            )}
          </section>
        ))}
      </div>
      <div className="flex justify-center border-t border-separator pt-14">
        <LinkButton href="/auth/register" size="lg">
          {t('start')}
        </LinkButton>
      </div>
    </main>
  );
}
