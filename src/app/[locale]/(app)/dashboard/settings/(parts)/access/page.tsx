import type { Metadata } from 'next';
import { AccessSections } from '@/features/account/components/access-sections';
import { problemParam } from '@/features/account/search-params';
import { enterOwn, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('access');
}

/** Comes whole: addresses lead to the sections on it. */
export default async function AccessPage({ searchParams }: PageProps<'/[locale]/dashboard/settings/access'>) {
  const [current, query] = await Promise.all([enterOwn('access'), searchParams]);
  return <AccessSections timeZone={current?.timeZone ?? 'UTC'} problem={problemParam(query.problem)} />;
}
