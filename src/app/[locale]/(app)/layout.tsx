import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AppHeader } from '@/components/frame/app-header';
import { BottomNavigation } from '@/components/frame/app-navigation';
import { FocusKeeper } from '@/components/frame/focus-keeper';
import { OfflineNotice } from '@/components/frame/offline-notice';
import { OfflinePage } from '@/components/frame/offline-page';
import { SkipLink } from '@/components/frame/skip-link';
import { UnderWay } from '@/components/frame/under-way';
import { VersionWatch } from '@/components/frame/version-watch';
import { Spoken } from '@/components/spoken';
import { ToastRegion } from '@/components/toast';
import { SessionKeeper } from '@/features/account/components/session-keeper';
import { UserMenu } from '@/features/account/components/user-menu';
import { userFormats } from '@/features/account/format-rules';
import { currentPath, requireProvenSession } from '@/features/account/session-gate';
import { DayWatch } from '@/features/live/components/day-watch';
import { LiveUpdates } from '@/features/live/components/live-updates';
import { WhoChanged } from '@/features/live/components/who-changed';
import { AccessKeeper } from '@/features/portfolio/components/access-keeper';
import { PortfolioSwitcher } from '@/features/portfolio/components/portfolio-switcher';
import { findEnded, getOwnPortfolios } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { CommandCenter } from '@/features/search/components/command-center';
import { FormatsProvider } from '@/i18n/formats-provider';
import { AppMessages } from '@/i18n/server/app-messages';
import { wordingOf } from '@/i18n/wording';
import { env } from '@/lib/server/env';
import { TrpcProvider } from '@/trpc/client';
import { getLivePosition, trpc } from '@/trpc/server';

export const metadata: Metadata = { robots: { index: false } };

export default async function AppLayout({ children }: { children: ReactNode }) {
  const language = await getLocale();
  const session = await requireProvenSession(await currentPath());
  const [t, { all, current }, ended, profile, livePosition] = await Promise.all([
    getWords('Frame'),
    getOwnPortfolios(),
    findEnded(session.userId),
    trpc.account.getProfile(),
    getLivePosition(),
  ]);
  return (
    <AppMessages wording={wordingOf(language, current?.jurisdiction)}>
      <FormatsProvider formats={userFormats(language, profile, current)}>
        <TrpcProvider portfolioId={current?.id}>
          <SkipLink />
          <AppHeader
            portfolio={<PortfolioSwitcher portfolios={all} currentId={current?.id} />}
            search={current && <CommandCenter role={current.role} />}
            user={<UserMenu name={profile.displayName} email={session.email ?? ''} />}
          />
          <div className="mx-auto max-w-page px-4 pb-28 md:px-6 lg:pb-20">
            <WhoChanged>{children}</WhoChanged>
          </div>
          <BottomNavigation />
          <SessionKeeper
            url={env().supabasePublicUrl}
            publishableKey={env().supabasePublishableKey}
            userId={session.userId}
            email={session.email ?? ''}
          />
          {/* What is said of the window, over dialogs, too; there from the start, so that it is heard. */}
          <div role="status" data-react-aria-top-layer="true" className="window-notices print:hidden">
            <OfflineNotice />
            <AccessKeeper userId={session.userId} current={current} portfolios={all} ended={ended} />
          </div>
          <ToastRegion label={t('notifications')} />
          <Spoken />
          <UnderWay />
          <FocusKeeper />
          <VersionWatch />
          <OfflinePage />
          {current && <DayWatch timeZone={current.timeZone} />}
          {current && <LiveUpdates portfolioId={current.id} since={livePosition} />}
        </TrpcProvider>
      </FormatsProvider>
    </AppMessages>
  );
}
