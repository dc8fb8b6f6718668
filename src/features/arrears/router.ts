import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { chargeInterest, pauseDunning } from './commands';
import { getInterest, getInterestSum, listLateInterest } from './interest-queries';
import { listDueReminders } from './proposal-queries';
import { listArrears } from './queries';
import { remind } from './reminder-commands';
import { getReminder, lookAtReminder } from './reminder-queries';
import { setReminderRule } from './rule-commands';
import { getReminderRule } from './rule-queries';
import {
  chargeInterestInput,
  interestInput,
  lateInterestInput,
  listArrearsInput,
  lookAtReminderInput,
  pauseDunningInput,
  reminderInput,
  remindInput,
  setReminderRuleInput,
} from './schema';

export const arrearsRouter = router({
  list: memberProcedure
    .input(listArrearsInput)
    .query(({ ctx, input }) => listArrears(ctx.tx, ctx.scope, input)),
  due: memberProcedure.query(({ ctx }) => listDueReminders(ctx.tx, ctx.scope)),
  interest: memberProcedure
    .input(interestInput)
    .query(({ ctx, input }) => getInterest(ctx.tx, ctx.scope, input)),
  interestSum: memberProcedure
    .input(interestInput)
    .query(({ ctx, input }) => getInterestSum(ctx.tx, ctx.scope, input)),
  lateInterest: memberProcedure
    .input(lateInterestInput)
    .query(({ ctx, input }) => listLateInterest(ctx.tx, ctx.scope, input)),
  reminder: memberProcedure
    .input(reminderInput)
    .query(({ ctx, input }) => getReminder(ctx.tx, ctx.scope, input)),
  look: memberProcedure
    .input(lookAtReminderInput)
    .query(({ ctx, input }) => lookAtReminder(ctx.tx, ctx.scope, input)),
  chargeInterest: managerProcedure
    .input(chargeInterestInput)
    .mutation(({ ctx, input }) => chargeInterest(ctx.tx, ctx.scope, input)),
  remind: managerProcedure.input(remindInput).mutation(({ ctx, input }) => remind(ctx.tx, ctx.scope, input)),
  pause: managerProcedure
    .input(pauseDunningInput)
    .mutation(({ ctx, input }) => pauseDunning(ctx.tx, ctx.scope, input)),
});

export const reminderRuleRouter = router({
  get: memberProcedure.query(({ ctx }) => getReminderRule(ctx.tx, ctx.scope)),
  set: managerProcedure
    .input(setReminderRuleInput)
    .mutation(({ ctx, input }) => setReminderRule(ctx.tx, ctx.scope, input)),
});
