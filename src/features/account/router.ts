import { router } from '@/trpc/init';
import { verifiedProcedure } from '@/trpc/procedures';

export const accountRouter = router({
  /** Who is signed in, as the verified token says. */
  session: verifiedProcedure.query(({ ctx }) => {
    const { userId, email, aal } = ctx.verifiedSession;
    return { userId, email, aal };
  }),
});
