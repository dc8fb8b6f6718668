import { router } from '@/trpc/init';
import { changes, sensitiveSignedInProcedure, signedInProcedure, verifiedProcedure } from '@/trpc/procedures';
import * as commands from './commands';
import { getRecoveryCodes, listEvents } from './event-queries';
import * as queries from './queries';
import { endSessionInput, updateProfileInput } from './schema';

export const accountRouter = router({
  /** Who is signed in, as the verified token says. */
  session: verifiedProcedure.query(({ ctx }) => {
    const { userId, email, aal } = ctx.verifiedSession;
    return { userId, email, aal };
  }),
  /** What a page asks before it shows anything, and a browser when it is looked at again. */
  assurance: verifiedProcedure.query(({ ctx }) => queries.findAssurance(ctx.database(), ctx.verifiedSession)),
  listSessions: sensitiveSignedInProcedure.query(async ({ ctx }) => {
    const sessions = await queries.listSessions(ctx.tx);
    return sessions.map((one) => ({ ...one, isCurrent: one.id === ctx.verifiedSession.sessionId }));
  }),
  endSession: sensitiveSignedInProcedure
    .input(endSessionInput)
    .use(changes('session'))
    .mutation(({ ctx, input }) => commands.endSession(ctx.tx, input.id)),
  /** Sign-ins and changes of the account, the latest first. */
  listEvents: sensitiveSignedInProcedure.query(async ({ ctx }) => {
    const events = await listEvents(ctx.tx, ctx.userId, new Date());
    return events.map(({ sessionId, ...one }) => ({
      ...one,
      isCurrent: sessionId === ctx.verifiedSession.sessionId,
    }));
  }),
  /** How many recovery codes are left. */
  recoveryCodes: sensitiveSignedInProcedure.query(({ ctx }) => getRecoveryCodes(ctx.tx, ctx.userId)),
  getProfile: signedInProcedure.query(async ({ ctx }) => {
    const profile = await queries.getProfile(ctx.tx, ctx.userId);
    // Until one is saved here, the name given at sign-up holds.
    return { ...profile, displayName: profile.displayName || ctx.verifiedSession.displayName };
  }),
  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .use(changes('profile'))
    .mutation(({ ctx, input }) => commands.updateProfile(ctx.tx, ctx.userId, input)),
  dismissSetup: signedInProcedure
    .use(changes('profile'))
    .mutation(({ ctx }) => commands.dismissSetup(ctx.tx, ctx.userId, new Date())),
});
