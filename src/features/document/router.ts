import { router } from '@/trpc/init';
import {
  managerProcedure,
  managerStepsProcedure,
  memberProcedure,
  memberStepsProcedure,
} from '@/trpc/procedures';
import * as commands from './commands';
import * as steps from './file-steps';
import { findTargets } from './link-queries';
import * as queries from './queries';
import {
  documentInput,
  documentsInput,
  fileUrlInput,
  findSameInput,
  findTargetsInput,
  listDocumentsInput,
  requestUploadInput,
  requestVersionInput,
  setLinksInput,
  updateDocumentInput,
  versionInput,
} from './schema';
import { cancelUpload } from './upload-commands';

export const documentRouter = router({
  list: memberProcedure
    .input(listDocumentsInput)
    .query(({ ctx, input }) => queries.listDocuments(ctx.tx, ctx.scope, input)),
  thumbnails: memberProcedure
    .input(documentsInput)
    .query(({ ctx, input }) => queries.listThumbnails(ctx.tx, ctx.scope, input.ids)),
  get: memberProcedure
    .input(documentInput)
    .query(({ ctx, input }) => queries.getDocument(ctx.tx, ctx.scope, input.id)),
  usage: memberProcedure.query(({ ctx }) => queries.getUsage(ctx.tx, ctx.scope)),
  findSame: memberProcedure
    .input(findSameInput)
    .query(({ ctx, input }) => queries.findSame(ctx.tx, ctx.scope, input.sha256s)),
  findTargets: memberProcedure
    .input(findTargetsInput)
    .query(({ ctx, input }) => findTargets(ctx.tx, ctx.scope, input.search)),
  fileUrl: memberStepsProcedure
    .input(fileUrlInput)
    .query(({ ctx, input }) => steps.signFile(ctx.inTransaction, ctx.fileStorage(), input)),
  requestUpload: managerStepsProcedure
    .input(requestUploadInput)
    .mutation(({ ctx, input }) => steps.requestUpload(ctx.inTransaction, ctx.fileStorage(), input)),
  requestVersion: managerStepsProcedure
    .input(requestVersionInput)
    .mutation(({ ctx, input }) => steps.requestVersion(ctx.inTransaction, ctx.fileStorage(), input)),
  confirmUpload: managerStepsProcedure
    .input(versionInput)
    .mutation(({ ctx, input }) => steps.confirmUpload(ctx.inTransaction, ctx.fileStorage(), input.versionId)),
  cancelUpload: managerProcedure
    .input(versionInput)
    .mutation(({ ctx, input }) => cancelUpload(ctx.tx, ctx.scope, input.versionId)),
  update: managerProcedure
    .input(updateDocumentInput)
    .mutation(({ ctx, input }) => commands.updateDocument(ctx.tx, ctx.scope, input)),
  setLinks: managerProcedure
    .input(setLinksInput)
    .mutation(({ ctx, input }) => commands.setLinks(ctx.tx, ctx.scope, input)),
  delete: managerProcedure
    .input(documentsInput)
    .mutation(({ ctx, input }) => commands.deleteDocuments(ctx.tx, ctx.scope, input)),
  restore: managerProcedure
    .input(documentsInput)
    .mutation(({ ctx, input }) => commands.restoreDocuments(ctx.tx, ctx.scope, input)),
});
