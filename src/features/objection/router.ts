import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import { createObjection, deleteObjection, updateObjection } from './commands';
import { listObjections } from './queries';
import {
  createObjectionInput,
  deleteObjectionInput,
  listObjectionsInput,
  updateObjectionInput,
} from './schema';

export const objectionRouter = router({
  list: memberProcedure
    .input(listObjectionsInput)
    .query(({ ctx, input }) => listObjections(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createObjectionInput)
    .mutation(({ ctx, input }) => createObjection(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateObjectionInput)
    .mutation(({ ctx, input }) => updateObjection(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(deleteObjectionInput)
    .mutation(({ ctx, input }) => deleteObjection(ctx.tx, ctx.scope, input)),
});
