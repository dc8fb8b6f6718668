import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getOccupancy } from './queries';
import { occupancyInput } from './schema';

export const occupancyRouter = router({
  ofProperty: memberProcedure
    .input(occupancyInput)
    .query(({ ctx, input }) => getOccupancy(ctx.tx, ctx.scope, input.propertyId)),
});
