import { router } from '@/trpc/init';
import {
  changes,
  memberProcedure,
  ownerProcedure,
  ownerStepsProcedure,
  verifiedProcedure,
} from '@/trpc/procedures';
import { accept } from './accept-commands';
import * as commands from './commands';
import { invite, resendInvitation } from './invite-steps';
import * as queries from './queries';
import { acceptInput, inviteMemberInput, leaveInput, memberInput, setRoleInput } from './schema';

export const memberRouter = router({
  list: memberProcedure.query(({ ctx }) => queries.listMembers(ctx.tx, ctx.scope)),
  invite: ownerStepsProcedure.input(inviteMemberInput).mutation(({ ctx, input }) => invite(ctx, input)),
  resend: ownerStepsProcedure.input(memberInput).mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  setRole: ownerProcedure
    .input(setRoleInput)
    .mutation(({ ctx, input }) => commands.setRole(ctx.tx, ctx.scope, input)),
  remove: ownerProcedure
    .input(memberInput)
    .mutation(({ ctx, input }) => commands.removeMember(ctx.tx, ctx.scope, input)),
  leave: memberProcedure
    .input(leaveInput)
    .use(changes('departure'))
    .mutation(({ ctx, input }) => commands.leavePortfolio(ctx.tx, ctx.scope, input)),
  accept: verifiedProcedure
    .input(acceptInput)
    .use(changes('membership'))
    .mutation(({ ctx, input }) => accept(ctx, input.token)),
});
