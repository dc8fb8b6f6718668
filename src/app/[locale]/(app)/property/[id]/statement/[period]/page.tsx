import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { StatementReport } from '@/features/statement/components/statement-report';
import { readPeriod, readVersion } from '@/features/statement/period-params';
import { enterProperty, propertyTitle } from '../../property-gate';

type Props = PageProps<'/[locale]/property/[id]/statement/[period]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'statement');
}

export default async function PropertyStatementPage({ params, searchParams }: Props) {
  const [opened, { period: written }, query] = await Promise.all([
    enterProperty(params),
    params,
    searchParams,
  ]);
  if (!opened) return null;
  const period = readPeriod(written);
  if (!period) notFound();
  return (
    <SectionBoundary id="statement">
      <Suspense fallback={<SkeletonRows count={8} />}>
        <StatementReport
          propertyId={opened.property.id}
          period={period}
          version={readVersion(query.version)}
          canEdit={opened.canEdit}
        />
      </Suspense>
    </SectionBoundary>
  );
}
