import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DangerZone } from '@/features/tenant/components/danger-zone';
import { enterTenant, tenantTitle } from '../tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]/danger'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return tenantTitle(params, 'danger');
}

export default async function TenantDangerPage({ params }: Props) {
  const opened = await enterTenant(params);
  if (!opened) return null;
  if (!opened.canEdit) notFound();
  return <DangerZone served={opened.tenant} isOwner={opened.role === 'owner'} />;
}
