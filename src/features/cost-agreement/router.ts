import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { clearAgreement, setAgreement } from './commands';
import { getAgreement } from './queries';
import { clearAgreementInput, getAgreementInput, setAgreementInput } from './schema';

export const costAgreementRouter = router({
  get: memberProcedure
    .input(getAgreementInput)
    .query(({ ctx, input }) => getAgreement(ctx.tx, ctx.scope, input)),
  set: managerProcedure
    .input(setAgreementInput)
    .mutation(({ ctx, input }) => setAgreement(ctx.tx, ctx.scope, input)),
  clear: managerProcedure
    .input(clearAgreementInput)
    .mutation(({ ctx, input }) => clearAgreement(ctx.tx, ctx.scope, input)),
});
