import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { AssociationSection } from '@/features/association/components/association-section';
import { AgreementSection } from '@/features/cost-agreement/components/agreement-section';
import { PlantSection } from '@/features/heating/components/plant-section';
import { PeriodList } from '@/features/statement/components/period-list';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/statement'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'statement');
}

export default async function PropertyStatementsPage({ params }: Props) {
  const opened = await enterProperty(params);
  if (!opened) return null;
  return (
    <div className="grid grid-cols-1 gap-10">
      <SectionBoundary id="statements">
        <Arriving fallback={<SkeletonRows count={4} />}>
          <PeriodList propertyId={opened.property.id} />
        </Arriving>
      </SectionBoundary>
      <SectionBoundary id="heating">
        <Arriving fallback={null}>
          <Plants propertyId={opened.property.id} canEdit={opened.canEdit} />
        </Arriving>
      </SectionBoundary>
      <SectionBoundary id="association">
        <Arriving fallback={null}>
          <Condominium propertyId={opened.property.id} canEdit={opened.canEdit} />
        </Arriving>
      </SectionBoundary>
      <SectionBoundary id="operating-costs">
        <Arriving fallback={<SkeletonRows count={2} />}>
          <Agreed propertyId={opened.property.id} canEdit={opened.canEdit} />
        </Arriving>
      </SectionBoundary>
    </div>
  );
}

function Plants(props: { propertyId: string; canEdit: boolean }) {
  void trpc.heating.list.prefetch({ propertyId: props.propertyId });
  return (
    <HydrateClient>
      <PlantSection {...props} />
    </HydrateClient>
  );
}

function Condominium(props: { propertyId: string; canEdit: boolean }) {
  void trpc.association.list.prefetch({ propertyId: props.propertyId });
  return (
    <HydrateClient>
      <AssociationSection {...props} />
    </HydrateClient>
  );
}

function Agreed({ propertyId, canEdit }: { propertyId: string; canEdit: boolean }) {
  const whose = { propertyId, leaseId: null };
  void trpc.costAgreement.get.prefetch(whose);
  return (
    <HydrateClient>
      <AgreementSection whose={whose} canEdit={canEdit} />
    </HydrateClient>
  );
}
