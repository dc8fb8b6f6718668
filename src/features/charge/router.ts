import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { postCharge, waiveCharge } from './commands';
import { listCharges } from './queries';
import { listChargesInput, postChargeInput, waiveChargeInput } from './schema';

export const chargeRouter = router({
  list: memberProcedure
    .input(listChargesInput)
    .query(({ ctx, input }) => listCharges(ctx.tx, ctx.scope, input)),
  post: managerProcedure
    .input(postChargeInput)
    .mutation(({ ctx, input }) => postCharge(ctx.tx, ctx.scope, input)),
  waive: managerProcedure
    .input(waiveChargeInput)
    .mutation(({ ctx, input }) => waiveCharge(ctx.tx, ctx.scope, input)),
});
