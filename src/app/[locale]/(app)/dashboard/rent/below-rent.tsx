import type { ReactNode } from 'react';
import { BackLink } from '@/components/back-link';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
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
      <PageHead above={<BackLink href="/dashboard/rent">{back}</BackLink>} title={title} description={text} />
      <HydrateClient>
        <Arriving fallback={<SkeletonRows count={6} />}>{children}</Arriving>
      </HydrateClient>
    </main>
  );
}
