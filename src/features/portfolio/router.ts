import { z } from 'zod';
import * as field from '@/lib/field';
import { router } from '@/trpc/init';
import {
  changes,
  founderProcedure,
  memberProcedure,
  ownerProcedure,
  signedInProcedure,
} from '@/trpc/procedures';
import * as commands from './commands';
import { getPictures } from './landlord-queries';
import * as queries from './queries';
import {
  createBankAccountInput,
  createLandlordInput,
  createPortfolioInput,
  locateInput,
  picturesInput,
  rowInput,
  setPictureInput,
  updateBankAccountInput,
  updateLandlordInput,
  updatePortfolioInput,
} from './schema';

const archiveInput = z.strictObject({ archive: field.archiveFilter }).prefault({});

export const portfolioRouter = router({
  list: signedInProcedure.query(({ ctx }) => queries.listOwnPortfolios(ctx.tx)),
  locate: signedInProcedure
    .input(locateInput)
    .query(({ ctx, input }) => queries.getOwnPortfolioOf(ctx.tx, input.entity, input.id)),
  create: founderProcedure
    .input(createPortfolioInput)
    .use(changes('membership'))
    .mutation(({ ctx, input }) =>
      commands.createPortfolio(ctx.tx, ctx.scope, input, ctx.verifiedSession.displayName),
    ),
  get: memberProcedure.query(({ ctx }) => queries.getPortfolio(ctx.tx, ctx.scope)),
  update: ownerProcedure
    .input(updatePortfolioInput)
    .mutation(({ ctx, input }) => commands.updatePortfolio(ctx.tx, ctx.scope, input)),
});

export const landlordRouter = router({
  list: memberProcedure
    .input(archiveInput)
    .query(({ ctx, input }) => queries.listLandlords(ctx.tx, ctx.scope, input)),
  create: ownerProcedure
    .input(createLandlordInput)
    .mutation(({ ctx, input }) => commands.createLandlord(ctx.tx, ctx.scope, input)),
  update: ownerProcedure
    .input(updateLandlordInput)
    .mutation(({ ctx, input }) => commands.updateLandlord(ctx.tx, ctx.scope, input)),
  pictures: memberProcedure
    .input(picturesInput)
    .query(({ ctx, input }) => getPictures(ctx.tx, ctx.scope, input)),
  setPicture: ownerProcedure
    .input(setPictureInput)
    .mutation(({ ctx, input }) => commands.setLandlordPicture(ctx.tx, ctx.scope, input)),
  archive: ownerProcedure
    .input(rowInput)
    .mutation(({ ctx, input }) => commands.archiveLandlord(ctx.tx, ctx.scope, input)),
  restore: ownerProcedure
    .input(rowInput)
    .mutation(({ ctx, input }) => commands.restoreLandlord(ctx.tx, ctx.scope, input)),
  delete: ownerProcedure
    .input(rowInput)
    .mutation(({ ctx, input }) => commands.deleteLandlord(ctx.tx, ctx.scope, input)),
});

export const bankAccountRouter = router({
  list: memberProcedure
    .input(archiveInput)
    .query(({ ctx, input }) => queries.listBankAccounts(ctx.tx, ctx.scope, input)),
  create: ownerProcedure
    .input(createBankAccountInput)
    .mutation(({ ctx, input }) => commands.createBankAccount(ctx.tx, ctx.scope, input)),
  update: ownerProcedure
    .input(updateBankAccountInput)
    .mutation(({ ctx, input }) => commands.updateBankAccount(ctx.tx, ctx.scope, input)),
  archive: ownerProcedure
    .input(rowInput)
    .mutation(({ ctx, input }) => commands.archiveBankAccount(ctx.tx, ctx.scope, input)),
  restore: ownerProcedure
    .input(rowInput)
    .mutation(({ ctx, input }) => commands.restoreBankAccount(ctx.tx, ctx.scope, input)),
  delete: ownerProcedure
    .input(rowInput)
    .mutation(({ ctx, input }) => commands.deleteBankAccount(ctx.tx, ctx.scope, input)),
});
