import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/frame/site-footer';
import { SiteHeader } from '@/components/frame/site-header';
import { SkipLink } from '@/components/frame/skip-link';
import { PreviewPicture } from '@/components/site/preview-picture';
import { ClientMessages } from '@/i18n/server/client-messages';

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages only={['Frame', 'ErrorState']}>
      <PreviewPicture />
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <SiteHeader />
        <div className="flex-1">{children}</div>
        <SiteFooter />
      </div>
    </ClientMessages>
  );
}
