import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { postCharge, waiveCharge } from './commands';
import { listCharges } from './queries';
import {
  listChargesInput,
  overdueChargesInput,
  postChargeInput,
  rentYearInput,
  unwaiveChargeInput,
  voidChargeInput,
  waiveChargeInput,
} from './schema';
import { unwaiveCharge } from './unwaive-commands';
import { voidCharge } from './void-commands';
import { getRentYear, listOverdueCharges } from './year-queries';

export const chargeRouter = router({
  list: memberProcedure
    .input(listChargesInput)
    .query(({ ctx, input }) => listCharges(ctx.tx, ctx.scope, input)),
  year: memberProcedure.input(rentYearInput).query(({ ctx, input }) => getRentYear(ctx.tx, ctx.scope, input)),
  overdue: memberProcedure
    .input(overdueChargesInput)
    .query(({ ctx, input }) => listOverdueCharges(ctx.tx, ctx.scope, input.propertyId)),
  post: managerProcedure
    .input(postChargeInput)
    .mutation(({ ctx, input }) => postCharge(ctx.tx, ctx.scope, input)),
  void: managerProcedure
    .input(voidChargeInput)
    .mutation(({ ctx, input }) => voidCharge(ctx.tx, ctx.scope, input)),
  waive: managerProcedure
    .input(waiveChargeInput)
    .mutation(({ ctx, input }) => waiveCharge(ctx.tx, ctx.scope, input)),
  unwaive: managerProcedure
    .input(unwaiveChargeInput)
    .mutation(({ ctx, input }) => unwaiveCharge(ctx.tx, ctx.scope, input)),
});
