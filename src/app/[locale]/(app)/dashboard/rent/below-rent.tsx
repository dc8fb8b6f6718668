import type { ReactNode } from 'react';
import { MAIN_ID } from '@/components/frame/skip-link';
import { Icon } from '@/components/icon';
import { arrowLeftIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { Link } from '@/i18n/navigation';
import { Arriving, HydrateClient } from '@/trpc/server';

/** A page that the rent leads to, with the way back. What it asks is asked before. */
export function BelowRent({
  back,
  title,
  text,
  children,
}: Record<'back' | 'title' | 'text', string> & { children: ReactNode }) {
  return (
    <main id={MAIN_ID}>
      <PageHead
        above={
          <Link href="/dashboard/rent" className="inline-flex items-center gap-1.5 hover:text-foreground">
            <Icon icon={arrowLeftIcon} className="size-3.5" />
            {back}
          </Link>
        }
        title={title}
        description={text}
      />
      <HydrateClient>
        <Arriving fallback={<SkeletonRows count={6} />}>{children}</Arriving>
      </HydrateClient>
    </main>
  );
}
