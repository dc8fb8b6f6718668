import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getVatYear } from './queries';
import { vatYearInput } from './schema';

export const vatRouter = router({
  year: memberProcedure.input(vatYearInput).query(({ ctx, input }) => getVatYear(ctx.tx, ctx.scope, input)),
});
