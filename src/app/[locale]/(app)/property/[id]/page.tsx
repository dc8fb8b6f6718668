import type { Metadata } from 'next';
import { FollowOldAnchor } from '@/components/frame/follow-old-anchor';
import { enterProperty, propertyTitle } from './property-gate';
import { PropertyMain } from './property-main';

type Props = PageProps<'/[locale]/property/[id]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params);
}

export default async function Property({ params }: Props) {
  const opened = await enterProperty(params);
  return (
    opened && (
      <>
        <FollowOldAnchor />
        <PropertyMain served={opened.property} canEdit={opened.canEdit} />
      </>
    )
  );
}
