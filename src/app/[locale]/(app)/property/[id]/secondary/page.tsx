import type { Metadata } from 'next';
import { SecondarySection } from '@/features/property/components/secondary-section';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/secondary'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'secondary');
}

export default async function PropertySecondaryPage({ params }: Props) {
  const opened = await enterProperty(params);
  return (
    opened && (
      <SecondarySection served={opened.property} canEdit={opened.canEdit} isOwner={opened.role === 'owner'} />
    )
  );
}
