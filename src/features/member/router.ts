import { router } from '@/trpc/init';
import {
  memberProcedure,
  sensitiveMemberProcedure,
  sensitiveOwnerProcedure,
  sensitiveOwnerStepsProcedure,
  verifiedProcedure,
} from '@/trpc/procedures';
import { accept } from './accept-commands';
import * as commands from './commands';
import { invite, resendInvitation } from './invite';
import * as queries from './queries';
import { acceptInput, inviteMemberInput, leaveInput, memberInput, setRoleInput } from './schema';

export const memberRouter = router({
  list: memberProcedure.query(({ ctx }) => queries.listMembers(ctx.tx, ctx.scope)),
  invite: sensitiveOwnerStepsProcedure
    .input(inviteMemberInput)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  resend: sensitiveOwnerStepsProcedure
    .input(memberInput)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  setRole: sensitiveOwnerProcedure
    .input(setRoleInput)
    .mutation(({ ctx, input }) => commands.setRole(ctx.tx, ctx.scope, input)),
  remove: sensitiveOwnerProcedure
    .input(memberInput)
    .mutation(({ ctx, input }) => commands.removeMember(ctx.tx, ctx.scope, input)),
  leave: sensitiveMemberProcedure
    .input(leaveInput)
    .mutation(({ ctx, input }) => commands.leavePortfolio(ctx.tx, ctx.scope, input)),
  accept: verifiedProcedure.input(acceptInput).mutation(({ ctx, input }) => accept(ctx, input.token)),
});
