import 'server-only';
import type { Metadata } from 'next';
import { getWords } from '@/features/portfolio/words-gate';
import { readPeriod } from '@/features/statement/period-params';
import { readerWords } from '@/features/statement/words-gate';
import { propertyTitle } from '../../property-gate';

/**
 * Of a page about one period: by its own name, since a page of the same name as the one before is not announced to who
 * does not see that it changed.
 */
export async function periodTitle(
  params: Promise<{ id: string; period: string }>,
  part?: 'Heating' | 'Association',
): Promise<Metadata> {
  const [{ period: written }, { title }] = await Promise.all([params, propertyTitle(params, 'statement')]);
  const period = readPeriod(written);
  if (!period || typeof title !== 'string') return { title };
  const words = await readerWords({ named: [], isGerman: true, parties: {} });
  const what = part && (await getWords(part))('title');
  return { title: [what, words.shortPeriod(period), title].filter(Boolean).join(' · ') };
}
