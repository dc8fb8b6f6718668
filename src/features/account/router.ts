import { router } from '@/trpc/init';
import { signedInProcedure, verifiedProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import * as queries from './queries';
import { updateProfileInput } from './schema';

export const accountRouter = router({
  /** Who is signed in, as the verified token says. */
  session: verifiedProcedure.query(({ ctx }) => {
    const { userId, email, aal } = ctx.verifiedSession;
    return { userId, email, aal };
  }),
  getProfile: signedInProcedure.query(async ({ ctx }) => {
    const profile = await queries.getProfile(ctx.tx, ctx.userId);
    // Until one is saved here, the name given at sign-up holds.
    return { ...profile, displayName: profile.displayName || ctx.verifiedSession.displayName };
  }),
  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .mutation(({ ctx, input }) => commands.updateProfile(ctx.tx, ctx.userId, input)),
  dismissSetup: signedInProcedure.mutation(({ ctx }) =>
    commands.dismissSetup(ctx.tx, ctx.userId, new Date()),
  ),
});
