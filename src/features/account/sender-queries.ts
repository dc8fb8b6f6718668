import 'server-only';
import { eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { portfolio } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import type { Language } from '@/domain/vocabulary';
import { letterFormats } from './format-rules';
import { getProfile } from './queries';

/** How whoever sends a letter writes days and numbers, in any language, and the name of the portfolio it is from. */
export async function readSender(tx: Tx, scope: Scope) {
  const userId = postedBy(scope);
  const profile = userId === null ? { dateFormat: null, numberFormat: null } : await getProfile(tx, userId);
  const [own] = await tx
    .select({ name: portfolio.name })
    .from(portfolio)
    .where(eq(portfolio.id, scope.portfolioId));
  const formatsIn = (language: Language) => letterFormats(language, profile, scope);
  return { formatsIn, portfolioName: own?.name ?? '' };
}
