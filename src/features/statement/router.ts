import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { agreeAdvances } from './advance-commands';
import { sendStatement } from './commands';
import { getLetters } from './letter-queries';
import { getStatement, listPeriods } from './queries';
import {
  agreeAdvancesInput,
  lettersInput,
  listPeriodsInput,
  sendLettersInput,
  sendStatementInput,
  statementInput,
  statementPapersInput,
} from './schema';
import { sendLetters } from './send-commands';
import { listPapers } from './sent-queries';

export const costStatementRouter = router({
  periods: memberProcedure
    .input(listPeriodsInput)
    .query(({ ctx, input }) => listPeriods(ctx.tx, ctx.scope, input)),
  get: memberProcedure
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.tx, ctx.scope, input)),
  send: managerProcedure
    .input(sendStatementInput)
    .mutation(({ ctx, input }) => sendStatement(ctx.tx, ctx.scope, input)),
  agreeAdvances: managerProcedure
    .input(agreeAdvancesInput)
    .mutation(({ ctx, input }) => agreeAdvances(ctx.tx, ctx.scope, input)),
  sendLetters: managerProcedure
    .input(sendLettersInput)
    .mutation(({ ctx, input }) => sendLetters(ctx.tx, ctx.scope, input)),
  enclosable: memberProcedure
    .input(statementPapersInput)
    .query(({ ctx, input }) => listPapers(ctx.tx, ctx.scope, input)),
  letters: memberProcedure
    .input(lettersInput)
    .query(({ ctx, input }) => getLetters(ctx.tx, ctx.scope, input)),
});
