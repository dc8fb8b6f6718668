import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import {
  clearAssociationYear,
  createAssociation,
  deleteAssociation,
  noteEffort,
  removeEffort,
  setAssociationYear,
  updateAssociation,
} from './commands';
import { getAssociationYear, listAssociations } from './queries';
import {
  associationYearInput,
  clearAssociationYearInput,
  createAssociationInput,
  deleteAssociationInput,
  listAssociationsInput,
  noteEffortInput,
  removeEffortInput,
  setAssociationYearInput,
  updateAssociationInput,
} from './schema';

export const associationRouter = router({
  list: memberProcedure
    .input(listAssociationsInput)
    .query(({ ctx, input }) => listAssociations(ctx.tx, ctx.scope, input)),
  year: memberProcedure
    .input(associationYearInput)
    .query(({ ctx, input }) => getAssociationYear(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createAssociationInput)
    .mutation(({ ctx, input }) => createAssociation(ctx.tx, ctx.scope, input)),
  update: managerProcedure
    .input(updateAssociationInput)
    .mutation(({ ctx, input }) => updateAssociation(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(deleteAssociationInput)
    .mutation(({ ctx, input }) => deleteAssociation(ctx.tx, ctx.scope, input)),
  setYear: managerProcedure
    .input(setAssociationYearInput)
    .mutation(({ ctx, input }) => setAssociationYear(ctx.tx, ctx.scope, input)),
  clearYear: managerProcedure
    .input(clearAssociationYearInput)
    .mutation(({ ctx, input }) => clearAssociationYear(ctx.tx, ctx.scope, input)),
  noteEffort: managerProcedure
    .input(noteEffortInput)
    .mutation(({ ctx, input }) => noteEffort(ctx.tx, ctx.scope, input)),
  removeEffort: managerProcedure
    .input(removeEffortInput)
    .mutation(({ ctx, input }) => removeEffort(ctx.tx, ctx.scope, input)),
});
