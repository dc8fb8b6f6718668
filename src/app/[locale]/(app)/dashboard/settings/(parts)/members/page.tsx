import type { Metadata } from 'next';
import { SkeletonSection } from '@/components/skeleton-section';
import { MemberSection } from '@/features/member/components/member-section';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('members');
}

export default async function MembersPage() {
  const { id, name, timeZone } = await enterPortfolio('members');
  void trpc.member.list.prefetch();
  return (
    <Arriving fallback={<SkeletonSection id="members" rows={2} />}>
      <HydrateClient>
        <MemberSection portfolio={{ id, name }} timeZone={timeZone} />
      </HydrateClient>
    </Arriving>
  );
}
