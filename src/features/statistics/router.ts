import { router } from '@/trpc/init';
import { memberProcedure } from '@/trpc/procedures';
import { getOutlook } from './outlook-queries';
import { getReport } from './report-queries';
import { outlookInput, reportInput } from './schema';

export const statisticsRouter = router({
  report: memberProcedure.input(reportInput).query(({ ctx, input }) => getReport(ctx.tx, ctx.scope, input)),
  outlook: memberProcedure
    .input(outlookInput)
    .query(({ ctx, input }) => getOutlook(ctx.tx, ctx.scope, input)),
});
