import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { DocumentGate } from '@/features/document/components/document-gate';
import { Arriving } from '@/trpc/server';
import { enterTenant, tenantTitle } from '../tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]/documents'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return tenantTitle(params, 'documents');
}

export default async function TenantDocumentsPage({ params }: Props) {
  const opened = await enterTenant(params);
  if (!opened) return null;
  const { tenant, canEdit } = opened;
  return (
    <SectionBoundary id="documents">
      <Arriving fallback={<SkeletonRows count={6} />}>
        <DocumentGate on={{ kind: 'tenant', id: tenant.id }} canEdit={canEdit} />
      </Arriving>
    </SectionBoundary>
  );
}
