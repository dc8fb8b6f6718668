import type { Metadata } from 'next';
import { DataSection } from '@/features/export/components/data-section';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('data');
}

export default async function DataPage() {
  const { name } = await enterPortfolio('data');
  return <DataSection portfolio={name} />;
}
