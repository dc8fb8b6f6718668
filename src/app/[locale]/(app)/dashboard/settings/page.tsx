import type { Metadata } from 'next';
import { MAIN_ID } from '@/components/frame/skip-link';
import { Icon } from '@/components/icon';
import { chevronRightIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { requireSession } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { Link } from '@/i18n/link';
import { listSettings } from './settings-gate';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Settings');
  return { title: t('title') };
}

/** What can be set, each on a page of its own. */
export default async function SettingsPage() {
  await requireSession('/dashboard/settings');
  const [t, pages] = await Promise.all([getWords('Settings'), listSettings()]);
  return (
    <main id={MAIN_ID} className="mx-auto max-w-3xl">
      <PageHead title={t('title')} />
      <nav aria-label={t('sections')}>
        <ul className="divide-y divide-separator overflow-clip rounded-2xl bg-surface shadow-surface">
          {pages.map(({ part, href, label, text }) => (
            <li key={part}>
              <Link
                href={href}
                className="flex items-center justify-between gap-4 px-5 py-3.5 transition-colors hover:bg-default md:px-6"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-sm text-muted">{text}</span>
                </span>
                <Icon icon={chevronRightIcon} className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
