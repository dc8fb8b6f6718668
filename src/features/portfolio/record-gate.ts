import 'server-only';
import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { cache } from 'react';
import { trpc } from '@/trpc/server';
import { getOwnPortfolios } from './portfolio-gate';
import { getWords } from './words-gate';

/** What is asked for; null where nothing of the visitor's stands there. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    // An id that is no uuid is refused as bad input; for an address both mean that there is nothing here.
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) return null;
    throw error;
  }
}

/** The portfolio of the user's own that has it, if it is another than the open one. */
export const findElsewhere = cache(async (entity: 'property' | 'tenant', id: string) => {
  const located = await orNull(trpc.portfolio.locate({ entity, id }));
  const { all, current } = await getOwnPortfolios();
  return all.find((one) => one.id === located?.portfolioId && one.id !== current?.id);
});

/** Of a page that is not there. */
export async function notFoundTitle(): Promise<Metadata> {
  const t = await getWords('NotFound');
  return { title: { absolute: t('documentTitle') } };
}
