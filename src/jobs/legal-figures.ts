import type { FigureSource } from '@/bundesbank/figure-source';
import type { Database } from '@/db/client';
import { listPublished, storePublished } from '@/features/legal/published-commands';
import { compareFigures } from '@/features/legal/rules';
import { todayIn } from '@/lib/calendar';
import type { LegalFigures } from '@/lib/server/env';
import { log } from '@/lib/server/log';

const daysBetweenAsking = 6;

/**
 * Once a week where it is switched on: asks for what is published and renews the tables all portfolios count with. What
 * stood there differently is logged. Null: nobody was asked, because it is not switched on or was done this week.
 */
export async function renewFigures(
  db: Database,
  { mode }: Pick<LegalFigures, 'mode'>,
  source: () => FigureSource,
  now = new Date(),
): Promise<{ added: number; changed: number } | null> {
  if (mode !== 'auto') return null;
  const { published, fetchedOn } = await listPublished(db);
  const since = new Date(now);
  since.setUTCDate(since.getUTCDate() - daysBetweenAsking);
  const today = todayIn('Europe/Berlin', now);
  // A day still to come was noted by a clock that has been put right since.
  if (fetchedOn !== null && fetchedOn > todayIn('Europe/Berlin', since) && fetchedOn <= today) return null;
  const fetched = await source().newest();
  const { fresh, differences } = compareFigures({ fetched, published, own: [] });
  await storePublished(db, fetched, today);
  if (differences.length > 0) log().warn({ event: 'legal_figures_changed', differences });
  log().info({ event: 'legal_figures_renewed', added: fresh.length, changed: differences.length });
  return { added: fresh.length, changed: differences.length };
}
