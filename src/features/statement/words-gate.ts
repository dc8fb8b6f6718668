import 'server-only';
import { getLocale } from 'next-intl/server';
import { trpc } from '@/trpc/server';
import { userFormats } from '../account/format-rules';
import { requirePortfolio } from '../portfolio/portfolio-gate';
import type { StatementView } from './view-rules';
import { costStatementWords } from './words';

/** The words of a statement for whoever looks at the page. */
export async function readerWords(view: Pick<StatementView, 'named' | 'isGerman' | 'parties'>) {
  const [language, profile, portfolio] = await Promise.all([
    getLocale(),
    trpc.account.getProfile(),
    requirePortfolio(),
  ]);
  return costStatementWords(view, userFormats(language, profile, portfolio));
}
