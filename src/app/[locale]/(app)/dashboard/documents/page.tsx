import type { Metadata } from 'next';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { DocumentGate } from '@/features/document/components/document-gate';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Documents');
  return { title: t('heading') };
}

export default async function DocumentsPage() {
  const [portfolio, t] = await Promise.all([requirePortfolio('/dashboard/documents'), getWords('Documents')]);
  return (
    <main id={MAIN_ID}>
      <PageHead title={t('heading')} description={t('allText')} />
      <SectionBoundary id="documents">
        <Arriving fallback={<SkeletonRows count={8} />}>
          <DocumentGate on={null} canEdit={portfolio.role !== 'viewer'} />
        </Arriving>
      </SectionBoundary>
    </main>
  );
}
