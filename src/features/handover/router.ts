import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { createHandover, restoreHandover, updateHandover, voidHandover } from './commands';
import { draftHandover, getHandover, listHandovers } from './queries';
import {
  createHandoverInput,
  draftHandoverInput,
  handoverInput,
  listHandoversInput,
  seenHandoverInput,
  updateHandoverInput,
} from './schema';

export const handoverRouter = router({
  list: memberProcedure
    .input(listHandoversInput)
    .query(({ ctx, input }) => listHandovers(ctx.tx, ctx.scope, input)),
  get: memberProcedure
    .input(handoverInput)
    .query(({ ctx, input }) => getHandover(ctx.tx, ctx.scope, input.id)),
  draft: memberProcedure
    .input(draftHandoverInput)
    .query(({ ctx, input }) => draftHandover(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createHandoverInput)
    .mutation(({ ctx, input }) => createHandover(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateHandoverInput)
    .mutation(({ ctx, input }) => updateHandover(ctx.tx, ctx.scope, input)),
  void: managerProcedure
    .input(seenHandoverInput)
    .mutation(({ ctx, input }) => voidHandover(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(seenHandoverInput)
    .mutation(({ ctx, input }) => restoreHandover(ctx.tx, ctx.scope, input)),
});
