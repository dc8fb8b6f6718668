import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DangerZone } from '@/features/property/components/danger-zone';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/danger'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'danger');
}

export default async function PropertyDangerPage({ params }: Props) {
  const opened = await enterProperty(params);
  if (!opened) return null;
  if (!opened.canEdit) notFound();
  return <DangerZone served={opened.property} isOwner={opened.role === 'owner'} />;
}
