import { router } from '@/trpc/init';
import { managerProcedure, memberProcedure } from '@/trpc/procedures';
import {
  cancelCollection,
  cancelDebit,
  createCollection,
  receiveCollection,
  takeFile,
} from './collection-commands';
import { createMandate, deleteMandate, revokeMandate, updateMandate } from './mandate-commands';
import { tellBeforehand } from './notice-commands';
import { getCollection, listCollections, listDue, listMandates } from './queries';
import {
  collectionInput,
  createCollectionInput,
  createMandateInput,
  debitInput,
  deleteMandateInput,
  dueDebitsInput,
  listMandatesInput,
  revokeMandateInput,
  tellBeforehandInput,
  updateMandateInput,
} from './schema';

export const debitRouter = router({
  mandates: memberProcedure
    .input(listMandatesInput)
    .query(({ ctx, input }) => listMandates(ctx.tx, ctx.scope, input)),
  createMandate: managerProcedure
    .input(createMandateInput)
    .mutation(({ ctx, input }) => createMandate(ctx.tx, ctx.scope, input)),
  updateMandate: managerProcedure
    .input(updateMandateInput)
    .mutation(({ ctx, input }) => updateMandate(ctx.tx, ctx.scope, input)),
  revokeMandate: managerProcedure
    .input(revokeMandateInput)
    .mutation(({ ctx, input }) => revokeMandate(ctx.tx, ctx.scope, input)),
  deleteMandate: managerProcedure
    .input(deleteMandateInput)
    .mutation(({ ctx, input }) => deleteMandate(ctx.tx, ctx.scope, input)),
  due: memberProcedure.input(dueDebitsInput).query(({ ctx, input }) => listDue(ctx.tx, ctx.scope, input)),
  collections: memberProcedure.query(({ ctx }) => listCollections(ctx.tx, ctx.scope)),
  collection: memberProcedure
    .input(collectionInput)
    .query(({ ctx, input }) => getCollection(ctx.tx, ctx.scope, input.id)),
  file: managerProcedure
    .input(collectionInput)
    .mutation(({ ctx, input }) => takeFile(ctx.tx, ctx.scope, input)),
  create: managerProcedure
    .input(createCollectionInput)
    .mutation(({ ctx, input }) => createCollection(ctx.tx, ctx.scope, input)),
  cancel: managerProcedure
    .input(collectionInput)
    .mutation(({ ctx, input }) => cancelCollection(ctx.tx, ctx.scope, input)),
  cancelDebit: managerProcedure
    .input(debitInput)
    .mutation(({ ctx, input }) => cancelDebit(ctx.tx, ctx.scope, input)),
  tellBeforehand: managerProcedure
    .input(tellBeforehandInput)
    .mutation(({ ctx, input }) => tellBeforehand(ctx.tx, ctx.scope, input)),
  receive: managerProcedure
    .input(collectionInput)
    .mutation(({ ctx, input }) => receiveCollection(ctx.tx, ctx.scope, input)),
});
