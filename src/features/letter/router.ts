import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { sendWritten } from './commands';
import { listPapers, lookAtLetter, sampleLetter } from './queries';
import {
  createTemplateInput,
  listEnclosableInput,
  listTemplatesInput,
  lookAtLetterInput,
  sampleInput,
  sendWrittenInput,
  setReminderTextInput,
  templateRowInput,
  updateTemplateInput,
} from './schema';
import * as templates from './template-commands';
import { listTemplates } from './template-queries';

export const letterRouter = router({
  look: memberProcedure
    .input(lookAtLetterInput)
    .query(({ ctx, input }) => lookAtLetter(ctx.tx, ctx.scope, input)),
  sample: memberProcedure
    .input(sampleInput)
    .query(({ ctx, input }) => sampleLetter(ctx.tx, ctx.scope, input)),
  enclosable: memberProcedure
    .input(listEnclosableInput)
    .query(({ ctx, input }) => listPapers(ctx.tx, ctx.scope, input)),
  send: managerProcedure
    .input(sendWrittenInput)
    .mutation(({ ctx, input }) => sendWritten(ctx.tx, ctx.scope, input)),
});

/** The portfolio's own texts. */
export const letterTemplateRouter = router({
  list: memberProcedure
    .input(listTemplatesInput)
    .query(({ ctx, input }) => listTemplates(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createTemplateInput)
    .mutation(({ ctx, input }) => templates.createTemplate(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateTemplateInput)
    .mutation(({ ctx, input }) => templates.updateTemplate(ctx.tx, ctx.scope, input)),
  setReminder: managerProcedure
    .input(setReminderTextInput)
    .mutation(({ ctx, input }) => templates.setReminderText(ctx.tx, ctx.scope, input)),
  archive: managerProcedure
    .input(templateRowInput)
    .mutation(({ ctx, input }) => templates.archiveTemplate(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(templateRowInput)
    .mutation(({ ctx, input }) => templates.restoreTemplate(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(templateRowInput)
    .mutation(({ ctx, input }) => templates.deleteTemplate(ctx.tx, ctx.scope, input)),
});
