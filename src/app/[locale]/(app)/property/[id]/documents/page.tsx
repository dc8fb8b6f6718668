import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { DocumentGate } from '@/features/document/components/document-gate';
import { Arriving } from '@/trpc/server';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/documents'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'documents');
}

export default async function PropertyDocumentsPage({ params }: Props) {
  const opened = await enterProperty(params);
  if (!opened) return null;
  const { property, canEdit } = opened;
  return (
    <SectionBoundary id="documents">
      <Arriving fallback={<SkeletonRows count={6} />}>
        <DocumentGate on={{ kind: 'property', id: property.id }} canEdit={canEdit} />
      </Arriving>
    </SectionBoundary>
  );
}
