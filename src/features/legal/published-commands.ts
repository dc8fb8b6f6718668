import 'server-only';
import { max, sql } from 'drizzle-orm';
import { type PublishedFigure, sourceOf } from '@/bundesbank/series';
import type { Database } from '@/db/client';
import { baseRate, consumerPriceIndex } from '@/db/schema';
import { enterDirectory } from '@/db/scope';
import { minDate } from '@/lib/calendar';
import { listPublishedFigures } from './queries';

/** What the installation's tables say, and when the Bundesbank was last asked for them. */
export const listPublished = (db: Database) =>
  enterDirectory(db, async (tx) => {
    const [rates] = await tx.select({ on: max(baseRate.fetchedOn) }).from(baseRate);
    const [indices] = await tx.select({ on: max(consumerPriceIndex.fetchedOn) }).from(consumerPriceIndex);
    const [ofRates, ofIndices] = [rates?.on ?? null, indices?.on ?? null];
    const fetchedOn = ofRates === null || ofIndices === null ? null : minDate(ofRates, ofIndices);
    return { published: await listPublishedFigures(tx), fetchedOn };
  });

/** Renews the installation's tables, all in one transaction: a figure that is there gets its new value. */
export const storePublished = (db: Database, figures: readonly PublishedFigure[], fetchedOn: string) =>
  enterDirectory(db, async (tx) => {
    for (const [kind, rows] of Map.groupBy(figures, (figure) => figure.kind)) {
      const values = rows.map(({ validFrom, value }) => ({ valid_from: validFrom, value }));
      await tx.execute(
        sql`select hausbuch.store_published_figures(
          ${kind}, ${JSON.stringify(values)}::jsonb, ${sourceOf(kind)}, ${fetchedOn}::date)`,
      );
    }
  });
