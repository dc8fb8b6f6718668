import 'server-only';
import type { z } from 'zod';
import type { FigureSource } from '@/bundesbank/figure-source';
import type { InTransaction, Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import { takeFigures } from './fetch-commands';
import { listKnownFigures } from './queries';
import { compareFigures } from './rules';
import type { takeFiguresInput } from './schema';

type Ctx = { inTransaction: InTransaction; figureSource: () => FigureSource };

// Each asks another server twice.
const perPortfolio = new RateLimit({ limit: 10, perMs: 60_000 });

/** Whether the caller may ask is known before anybody is asked. */
async function mayAsk(ctx: Ctx): Promise<void> {
  await ctx.inTransaction(async (_, { portfolioId }: Scope) => {
    if (perPortfolio.take(portfolioId) > 0) throw new DomainError('rate_limited');
  });
}

/** Asks for what is published and says what would change; stores nothing. */
export async function askNewest(ctx: Ctx) {
  await mayAsk(ctx);
  const fetched = await ctx.figureSource().newest();
  const known = await ctx.inTransaction(listKnownFigures);
  return compareFigures({ fetched, ...known });
}

/** Asks again and takes it over. */
export async function takeNewest(ctx: Ctx, input: z.output<typeof takeFiguresInput>) {
  await mayAsk(ctx);
  const fetched = await ctx.figureSource().newest();
  return ctx.inTransaction((tx, scope) => takeFigures(tx, scope, { fetched, ...input }));
}
