import type { Metadata } from 'next';
import { FollowOldAnchor } from '@/components/frame/follow-old-anchor';
import { SoldMonths } from '@/features/rent/components/sold-months';
import { enterProperty, propertyTitle } from './property-gate';
import { PropertyMain } from './property-main';
import { PropertyTodo } from './property-todo';

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
        <div className="grid grid-cols-1 gap-10">
          {opened.property.soldOn && <SoldMonths propertyId={opened.property.id} canEdit={opened.canEdit} />}
          <PropertyTodo
            served={opened.property}
            today={opened.today}
            canEdit={opened.canEdit}
            isOwner={opened.role === 'owner'}
          />
          <PropertyMain served={opened.property} canEdit={opened.canEdit} />
        </div>
      </>
    )
  );
}
