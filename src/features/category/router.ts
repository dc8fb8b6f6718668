import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { categoryRowInput, createCategoryInput, listCategoriesInput, updateCategoryInput } from './schema';

export const categoryRouter = router({
  list: memberProcedure
    .input(listCategoriesInput)
    .query(({ ctx, input }) => commands.offerCategories(ctx.tx, ctx.scope, input.archive)),
  create: managerProcedure
    .input(createCategoryInput)
    .mutation(({ ctx, input }) => commands.createCategory(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateCategoryInput)
    .mutation(({ ctx, input }) => commands.updateCategory(ctx.tx, ctx.scope, input)),
  archive: managerProcedure
    .input(categoryRowInput)
    .mutation(({ ctx, input }) => commands.archiveCategory(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(categoryRowInput)
    .mutation(({ ctx, input }) => commands.restoreCategory(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(categoryRowInput)
    .mutation(({ ctx, input }) => commands.deleteCategory(ctx.tx, ctx.scope, input)),
});
