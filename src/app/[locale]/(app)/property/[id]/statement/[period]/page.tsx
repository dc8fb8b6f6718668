import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { ObjectionSection } from '@/features/objection/components/objection-section';
import { RoomSection } from '@/features/receipt-room/components/room-section';
import { StatementReport } from '@/features/statement/components/statement-report';
import { readPeriod, readSlips, readVersion } from '@/features/statement/period-params';
import { Arriving } from '@/trpc/server';
import { enterProperty } from '../../property-gate';
import { periodTitle } from './period-title';

type Props = PageProps<'/[locale]/property/[id]/statement/[period]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return periodTitle(params);
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
  const after = { propertyId: opened.property.id, period, canEdit: opened.canEdit };
  return (
    <div className="grid grid-cols-1 gap-8">
      <SectionBoundary id="statement">
        <Arriving fallback={<SkeletonRows count={8} />}>
          <StatementReport
            propertyId={opened.property.id}
            period={period}
            version={readVersion(query.version)}
            slips={readSlips(query.slips)}
            canEdit={opened.canEdit}
          />
        </Arriving>
      </SectionBoundary>
      <SectionBoundary id="objections">
        <Arriving>
          <ObjectionSection {...after} />
        </Arriving>
      </SectionBoundary>
      <SectionBoundary id="receipts">
        <Arriving>
          <RoomSection {...after} />
        </Arriving>
      </SectionBoundary>
    </div>
  );
}
