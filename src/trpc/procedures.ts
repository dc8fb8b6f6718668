import { z } from 'zod';
import type { Session } from '@/auth/token';
import type { Tx } from '@/db/client';
import { findFirstPortfolioId } from '@/db/own-portfolio';
import {
  type DatabaseRole,
  type Entrance,
  enterNewPortfolio,
  enterRequest,
  type InTransaction,
  type Scope,
  sessionLives,
} from '@/db/scope';
import { isTimeZone } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import * as field from '@/lib/field';
import { currencies, jurisdictions, type MemberRole } from '@/lib/vocabulary';
import type { Context } from './context';
import { baseProcedure, middleware, presentableError } from './init';

/** Outermost: whatever happens further in leaves as a code, for HTTP callers and server components alike. */
const presentErrors = middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (!result.ok) throw presentableError(result.error, { requestId: ctx.requestId, path });
  return result;
});

function requireSecondFactor(session: Session, { hasFactor }: Pick<Entrance, 'hasFactor'>) {
  if (hasFactor && session.aal !== 'aal2') throw new DomainError('auth.second_factor_required');
}

/** A token outlives its session by up to an hour; what is not easily undone asks for the session itself. */
async function requireLiveSession(session: Session, { tx }: Pick<Entrance, 'tx'>) {
  if (!(await sessionLives(tx, session))) throw new DomainError('auth.signed_out');
}

type Demands = {
  roles: readonly MemberRole[];
  databaseRole?: DatabaseRole;
  /** Danger zone, members, export: also asks whether the session still lives. */
  isSensitive?: boolean;
  isSnapshot?: boolean;
};

/** Runs `work` in one transaction inside the caller's current portfolio. */
async function inPortfolio<T>(
  ctx: Context & { verifiedSession: Session },
  options: Demands,
  work: (entrance: Entrance & { scope: Scope }) => Promise<T>,
): Promise<T> {
  const { userId } = ctx.verifiedSession;
  const enter = (portfolioId: string) =>
    enterRequest(
      ctx.database(),
      {
        userId,
        portfolioId,
        databaseRole: options.databaseRole,
        isSnapshot: options.isSnapshot,
        origin: ctx.origin,
      },
      async (entrance) => {
        requireSecondFactor(ctx.verifiedSession, entrance);
        if (options.isSensitive) await requireLiveSession(ctx.verifiedSession, entrance);
        const { scope } = entrance;
        if (!scope) return null;
        if (!options.roles.includes(scope.role)) throw new DomainError('forbidden');
        return { answer: await work({ ...entrance, scope }) };
      },
    );

  const chosen = ctx.portfolioId === null ? null : await enter(ctx.portfolioId);
  if (chosen) return chosen.answer;
  if (ctx.isPortfolioNamed) throw new DomainError('portfolio.gone');
  // No cookie yet, or one that names a portfolio the user has left.
  const firstId = await findFirstPortfolioId(ctx.database(), userId);
  const first = firstId === null ? null : await enter(firstId);
  if (!first) throw new DomainError('portfolio.none');
  return first.answer;
}

/** Transactions in the caller's current portfolio, each of which asks for membership and role anew. */
export function transactionsFor(
  ctx: Context & { verifiedSession: Session },
  roles: readonly MemberRole[],
  demands: Omit<Demands, 'roles'> = {},
): InTransaction {
  return (work) => inPortfolio(ctx, { ...demands, roles }, ({ tx, scope }) => work(tx, scope));
}

/** Anyone, signed in or not. */
export const publicProcedure = baseProcedure.use(presentErrors);

/**
 * A verified token and nothing else: no transaction, no database. For what must not hold a connection,
 * such as subscriptions. Does not ask for the second factor; data is read through the ladder below.
 */
export const verifiedProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { verifiedSession: await ctx.session() } }),
);

/** A middleware's `next()` reports a failure instead of throwing; only a throw rolls back. */
function orThrow<Result extends { ok: true } | { ok: false; error: Error }>(result: Result): Result {
  if (!result.ok) throw result.error;
  return result;
}

/** One transaction of a person, outside any portfolio. */
function asPerson<T>(
  ctx: Context & { verifiedSession: Session },
  { isSensitive = false }: Pick<Demands, 'isSensitive'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const who = { userId: ctx.verifiedSession.userId, portfolioId: null };
  return enterRequest(ctx.database(), who, async (entrance) => {
    requireSecondFactor(ctx.verifiedSession, entrance);
    if (isSensitive) await requireLiveSession(ctx.verifiedSession, entrance);
    return work(entrance.tx);
  });
}

// Below, `input` stands before the transaction is entered: what a caller sent is read before a connection is taken.

const personProcedure = (demands: Pick<Demands, 'isSensitive'>) => {
  const enter = middleware(async ({ ctx, next }) => {
    const verifiedSession = await ctx.session();
    const { userId } = verifiedSession;
    return asPerson({ ...ctx, verifiedSession }, demands, async (tx) =>
      orThrow(await next({ ctx: { tx, userId } })),
    );
  });
  const { query, mutation } = verifiedProcedure.use(enter);
  const input = <Schema extends z.ZodType>(schema: Schema) => verifiedProcedure.input(schema).use(enter);
  return { query, mutation, input };
};

/** A person, outside any portfolio: their profile, the list of their portfolios, a new portfolio. */
export const signedInProcedure = personProcedure({});

const newPortfolio = z.object({
  id: field.id,
  currency: z.enum(currencies),
  jurisdiction: z.enum(jurisdictions),
  timeZone: z.string().refine(isTimeZone, { error: 'time_zone' }),
});

/** A person who founds a portfolio: the transaction is entered for the id they have made. */
export const founderProcedure = {
  input: <Schema extends z.ZodType<z.output<typeof newPortfolio>>>(schema: Schema) =>
    verifiedProcedure.input(schema).use(({ ctx, input, next }) =>
      enterNewPortfolio(
        ctx.database(),
        { userId: ctx.verifiedSession.userId, portfolio: newPortfolio.parse(input) },
        async ({ tx, scope, hasFactor }) => {
          requireSecondFactor(ctx.verifiedSession, { hasFactor });
          return orThrow(await next({ ctx: { tx, scope } }));
        },
      ),
    ),
};

/** A procedure in one transaction inside the current portfolio. Resolvers get `{ tx, scope }`. */
const scopedProcedure = (demands: Demands) => {
  const enter = middleware(async ({ ctx, next }) => {
    const verifiedSession = await ctx.session();
    return inPortfolio({ ...ctx, verifiedSession }, demands, async ({ tx, scope }) =>
      orThrow(await next({ ctx: { tx, scope } })),
    );
  });
  const { query, mutation } = verifiedProcedure.use(enter);
  const input = <Schema extends z.ZodType>(schema: Schema) => verifiedProcedure.input(schema).use(enter);
  return { query, mutation, input };
};

/** Any member of the current portfolio. Resolvers get `{ tx, scope }`. */
export const memberProcedure = scopedProcedure({ roles: ['viewer', 'manager', 'owner'] });

/**
 * A member, for what asks another server before or after its transactions: resolvers get `inTransaction`
 * instead of a transaction.
 */
export const memberStepsProcedure = verifiedProcedure.use(({ ctx, next }) =>
  next({ ctx: { inTransaction: transactionsFor(ctx, ['viewer', 'manager', 'owner']) } }),
);

/** The same for those who create, change and record. */
export const managerStepsProcedure = verifiedProcedure.use(({ ctx, next }) =>
  next({ ctx: { inTransaction: transactionsFor(ctx, ['manager', 'owner']) } }),
);

/** Those who create, change and record. */
export const managerProcedure = scopedProcedure({ roles: ['manager', 'owner'] });

/** Portfolio settings. */
export const ownerProcedure = scopedProcedure({ roles: ['owner'] });

/** Members: an owner whose session still lives. */
export const sensitiveOwnerProcedure = scopedProcedure({ roles: ['owner'], isSensitive: true });

/** The same for what also sends mail, which no transaction waits for. */
export const sensitiveOwnerStepsProcedure = verifiedProcedure.use(({ ctx, next }) =>
  next({ ctx: { inTransaction: transactionsFor(ctx, ['owner'], { isSensitive: true }) } }),
);

/** What every member may do with their own membership. */
export const sensitiveMemberProcedure = scopedProcedure({
  roles: ['viewer', 'manager', 'owner'],
  isSensitive: true,
});

/** A person's own account, outside any portfolio: factors, sessions, identities. */
export const sensitiveSignedInProcedure = personProcedure({ isSensitive: true });

/**
 * The end of a person's account: resolvers get `inOwnTransaction`, in the one database role that may delete,
 * because the sign-in server is asked afterwards.
 */
export const eraseAccountProcedure = verifiedProcedure.use(({ ctx, next }) =>
  next({
    ctx: {
      inOwnTransaction: <T>(work: (tx: Tx) => Promise<T>) =>
        enterRequest(
          ctx.database(),
          { userId: ctx.verifiedSession.userId, portfolioId: null, databaseRole: 'hausbuch_erase' },
          async (entrance) => {
            requireSecondFactor(ctx.verifiedSession, entrance);
            await requireLiveSession(ctx.verifiedSession, entrance);
            return work(entrance.tx);
          },
        ),
    },
  }),
);

/** The danger zone: an owner whose session still lives, in the one database role that may delete. */
export const eraseProcedure = scopedProcedure({
  roles: ['owner'],
  databaseRole: 'hausbuch_erase',
  isSensitive: true,
});
