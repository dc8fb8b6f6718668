import { BackLink } from '@/components/back-link';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { requireSession } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { listSettings } from '../settings-gate';
import { SideList } from './side-list';

/** Name and list of the settings beside each of their pages; where there is no room for it, the way back to it. */
export default async function SettingsLayout({ children }: LayoutProps<'/[locale]/dashboard/settings'>) {
  await requireSession();
  const [t, pages] = await Promise.all([getWords('Settings'), listSettings()]);
  return (
    <main id={MAIN_ID} className="mx-auto max-w-5xl">
      <PageHead
        // Where the way back says "All settings", the page's own heading follows it.
        title={<span className="max-lg:sr-only">{t('title')}</span>}
        above={
          <BackLink href="/dashboard/settings" className="lg:hidden">
            {t('all')}
          </BackLink>
        }
      />
      <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10">
        <SideList
          label={t('sections')}
          pages={pages.map(({ part, href, label }) => ({ segment: part, href, label }))}
        />
        <div className="grid grid-cols-1 content-start gap-10">{children}</div>
      </div>
    </main>
  );
}
