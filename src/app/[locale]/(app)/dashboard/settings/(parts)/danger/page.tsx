import type { Metadata } from 'next';
import { ErasureSection } from '@/features/erasure/components/erasure-section';
import { enterOwn, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('danger');
}

export default async function DangerPage() {
  const current = await enterOwn('danger');
  return (
    <ErasureSection portfolio={current?.role === 'owner' ? { id: current.id, name: current.name } : null} />
  );
}
