import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getTaxForm, getTaxYear } from './queries';
import { taxFormInput, taxYearInput } from './schema';

export const taxRouter = router({
  year: memberProcedure.input(taxYearInput).query(({ ctx, input }) => getTaxYear(ctx.tx, ctx.scope, input)),
  form: memberProcedure.input(taxFormInput).query(({ ctx, input }) => getTaxForm(ctx.tx, ctx.scope, input)),
});
