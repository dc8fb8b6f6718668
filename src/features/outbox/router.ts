import { router } from '@/trpc/init';
import { managerProcedure, managerStepsProcedure, memberProcedure } from '@/trpc/procedures';
import { forgetArrival, noteArrival, noteReturn } from './arrival-commands';
import { noteLetter, sendByHand, takeBackLetter } from './commands';
import { mailAgain } from './mail-commands';
import { listLetters } from './queries';
import {
  listLettersInput,
  mailAgainInput,
  mailArrivedInput,
  mailReturnedInput,
  mailUncertainInput,
  noteLetterInput,
  sendByHandInput,
  takeBackInput,
  testMailInput,
} from './schema';
import { sendTestMail } from './test-mail-steps';

/** What was written to tenants. Rooms send; here it is looked up, and told how it went. */
export const outboxRouter = router({
  list: memberProcedure
    .input(listLettersInput)
    .query(({ ctx, input }) => listLetters(ctx.tx, ctx.scope, input)),
  note: managerProcedure
    .input(noteLetterInput)
    .mutation(({ ctx, input }) => noteLetter(ctx.tx, ctx.scope, input)),
  takeBack: managerProcedure
    .input(takeBackInput)
    .mutation(({ ctx, input }) => takeBackLetter(ctx.tx, ctx.scope, input)),
  sendByHand: managerProcedure
    .input(sendByHandInput)
    .mutation(({ ctx, input }) => sendByHand(ctx.tx, ctx.scope, input)),
  mailAgain: managerProcedure
    .input(mailAgainInput)
    .mutation(({ ctx, input }) => mailAgain(ctx.tx, ctx.scope, input)),
  mailArrived: managerProcedure
    .input(mailArrivedInput)
    .mutation(({ ctx, input }) => noteArrival(ctx.tx, ctx.scope, input)),
  mailReturned: managerProcedure
    .input(mailReturnedInput)
    .mutation(({ ctx, input }) => noteReturn(ctx.tx, ctx.scope, input)),
  mailUncertain: managerProcedure
    .input(mailUncertainInput)
    .mutation(({ ctx, input }) => forgetArrival(ctx.tx, ctx.scope, input)),
  testMail: managerStepsProcedure
    .input(testMailInput)
    .mutation(({ ctx, input }) => sendTestMail(ctx.inTransaction, input.to)),
});
