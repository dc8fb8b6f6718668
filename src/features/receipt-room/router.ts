import { router } from '@/trpc/init';
import { managerProcedure, managerStepsProcedure, memberProcedure } from '@/trpc/procedures';
import { revokeRoom, updateRoom } from './commands';
import { mailRoomAgain, openWithMail } from './open-steps';
import { getChoices, getRoomLog, listRooms } from './queries';
import {
  choicesInput,
  listRoomsInput,
  openRoomInput,
  roomInput,
  roomLogInput,
  updateRoomInput,
} from './schema';

export const receiptRoomRouter = router({
  list: memberProcedure.input(listRoomsInput).query(({ ctx, input }) => listRooms(ctx.tx, ctx.scope, input)),
  choices: memberProcedure
    .input(choicesInput)
    .query(({ ctx, input }) => getChoices(ctx.tx, ctx.scope, input)),
  log: memberProcedure.input(roomLogInput).query(({ ctx, input }) => getRoomLog(ctx.tx, ctx.scope, input)),
  open: managerStepsProcedure.input(openRoomInput).mutation(({ ctx, input }) => openWithMail(ctx, input)),
  mailAgain: managerStepsProcedure.input(roomInput).mutation(({ ctx, input }) => mailRoomAgain(ctx, input)),
  update: managerProcedure
    .input(updateRoomInput)
    .mutation(({ ctx, input }) => updateRoom(ctx.tx, ctx.scope, input)),
  revoke: managerProcedure
    .input(roomInput)
    .mutation(({ ctx, input }) => revokeRoom(ctx.tx, ctx.scope, input)),
});
