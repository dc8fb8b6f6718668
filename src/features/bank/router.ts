import { router } from '@/trpc/init';
import { managerProcedure, managerStepsProcedure, memberProcedure } from '@/trpc/procedures';
import { listBalances } from './balance-queries';
import { acceptCertain } from './certain-commands';
import { acceptLine, leaveOut, reopenLine, takeBackImport } from './decide-commands';
import { readBesides } from './file-steps';
import { importFile } from './import-commands';
import { getInbox, listDecided, listImports, listRules } from './queries';
import { removeRule, restoreRule } from './rule-commands';
import {
  acceptCertainInput,
  acceptLineInput,
  decidedLinesInput,
  importFileInput,
  inboxInput,
  leaveOutInput,
  openTransfersInput,
  removeRuleInput,
  reopenLineInput,
  restoreRuleInput,
  takeBackImportInput,
} from './schema';
import { listOpenTransfers } from './transfer-queries';

export const bankRouter = router({
  inbox: memberProcedure.input(inboxInput).query(({ ctx, input }) => getInbox(ctx.tx, ctx.scope, input)),
  decided: memberProcedure
    .input(decidedLinesInput)
    .query(({ ctx, input }) => listDecided(ctx.tx, ctx.scope, input)),
  imports: memberProcedure.query(({ ctx }) => listImports(ctx.tx, ctx.scope)),
  balances: memberProcedure.query(({ ctx }) => listBalances(ctx.tx, ctx.scope)),
  rules: memberProcedure.query(({ ctx }) => listRules(ctx.tx, ctx.scope)),
  openTransfers: memberProcedure
    .input(openTransfersInput)
    .query(({ ctx, input }) => listOpenTransfers(ctx.tx, ctx.scope, input)),
  import: managerStepsProcedure.input(importFileInput).mutation(async ({ ctx, input }) => {
    const { userId } = await ctx.session();
    return importFile(ctx.inTransaction, (order) => readBesides(order, userId), input);
  }),
  accept: managerProcedure
    .input(acceptLineInput)
    .mutation(({ ctx, input }) => acceptLine(ctx.tx, ctx.scope, input)),
  acceptCertain: managerProcedure
    .input(acceptCertainInput)
    .mutation(({ ctx, input }) => acceptCertain(ctx.tx, ctx.scope, input)),
  leaveOut: managerProcedure
    .input(leaveOutInput)
    .mutation(({ ctx, input }) => leaveOut(ctx.tx, ctx.scope, input)),
  reopen: managerProcedure
    .input(reopenLineInput)
    .mutation(({ ctx, input }) => reopenLine(ctx.tx, ctx.scope, input)),
  removeRule: managerProcedure
    .input(removeRuleInput)
    .mutation(({ ctx, input }) => removeRule(ctx.tx, ctx.scope, input)),
  restoreRule: managerProcedure
    .input(restoreRuleInput)
    .mutation(({ ctx, input }) => restoreRule(ctx.tx, ctx.scope, input)),
  takeBackImport: managerProcedure
    .input(takeBackImportInput)
    .mutation(({ ctx, input }) => takeBackImport(ctx.tx, ctx.scope, input)),
});
