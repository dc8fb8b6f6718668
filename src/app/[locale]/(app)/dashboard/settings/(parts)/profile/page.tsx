import type { Metadata } from 'next';
import { Section } from '@/components/section';
import { SkeletonForm } from '@/components/skeleton-form';
import { ProfileForm } from '@/features/account/components/profile-form';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterOwn, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('profile');
}

export default async function ProfilePage() {
  await enterOwn('profile');
  const t = await getWords('Settings');
  void trpc.account.getProfile.prefetch();
  return (
    <Section id="profile" title={t('profile')} description={t('profileText')}>
      <Arriving fallback={<SkeletonForm fields={3} />}>
        <HydrateClient>
          <ProfileForm />
        </HydrateClient>
      </Arriving>
    </Section>
  );
}
