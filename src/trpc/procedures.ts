import { z } from 'zod';
import type { Session } from '@/auth/server/token';
import type { Tx } from '@/db/client';
import { findFirstPortfolioId } from '@/db/own-portfolio';
import {
  type DatabaseRole,
  type Entrance,
  enterNewPortfolio,
  enterRequest,
  type InTransaction,
  type Scope,
} from '@/db/scope';
import type { Purpose } from '@/db/time-limits';
import { assertTimeZone } from '@/db/time-zone';
import type { PersonalEntity } from '@/domain/entities';
import { currencies, jurisdictions, type MemberRole } from '@/domain/vocabulary';
import { isTimeZone } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import * as field from '@/lib/field';
import type { Context } from './context';
import { baseProcedure, middleware, presentableError } from './init';

/** Outermost: whatever happens further in leaves as a code, for HTTP callers and server components alike. */
const presentErrors = middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (!result.ok) throw presentableError(result.error, { requestId: ctx.requestId, path });
  return result;
});

/**
 * Whether a session may go on. A token outlives its session by up to an hour: what only reads may use that hour, what
 * writes asks for the session itself, in the statement that enters the transaction anyway.
 */
export function admit(session: Session, entrance: Pick<Entrance, 'hasFactor' | 'sessionLives'>): void {
  if (entrance.sessionLives === false) throw new DomainError('auth.signed_out');
  if (entrance.hasFactor && session.aal !== 'aal2') throw new DomainError('auth.second_factor_required');
}

type Demands = {
  roles: readonly MemberRole[];
  databaseRole?: DatabaseRole;
  /** Asks whether the session still lives: for everything that writes, and to read what is worth most. */
  asksSession?: boolean;
  isSnapshot?: boolean;
  purpose?: Purpose;
};

const purposeOf = (type: 'query' | 'mutation' | 'subscription'): Purpose =>
  type === 'mutation' ? 'write' : 'read';

/** Runs `work` in one transaction inside the caller's current portfolio. */
async function inPortfolio<T>(
  ctx: Context & { verifiedSession: Session },
  options: Demands,
  work: (entrance: Entrance & { scope: Scope }) => Promise<T>,
): Promise<T> {
  const { userId, sessionId } = ctx.verifiedSession;
  const enter = (portfolioId: string) =>
    enterRequest(
      ctx.database(),
      {
        userId,
        sessionId: options.asksSession ? sessionId : null,
        portfolioId,
        databaseRole: options.databaseRole,
        isSnapshot: options.isSnapshot,
        purpose: options.purpose,
        origin: ctx.origin,
      },
      async (entrance) => {
        admit(ctx.verifiedSession, entrance);
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
  { asksSession, purpose }: { asksSession: boolean; purpose: Purpose },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { userId, sessionId } = ctx.verifiedSession;
  const who = { userId, sessionId: asksSession ? sessionId : null, portfolioId: null, purpose };
  return enterRequest(ctx.database(), who, async (entrance) => {
    admit(ctx.verifiedSession, entrance);
    return work(entrance.tx);
  });
}

/** Names what a procedure changes that no journal keeps. */
export const changes = (entity: PersonalEntity) =>
  middleware(async ({ ctx, next }) => {
    const result = await next();
    if (result.ok) ctx.origin.changed.add(entity);
    return result;
  });

// Below, `input` stands before the transaction is entered: what a caller sent is read before a connection is taken.

const personProcedure = (demands: Pick<Demands, 'asksSession'>) => {
  const enter = middleware(async ({ ctx, type, next }) => {
    const verifiedSession = await ctx.session();
    const { userId } = verifiedSession;
    const asksSession = demands.asksSession || type === 'mutation';
    return asPerson({ ...ctx, verifiedSession }, { asksSession, purpose: purposeOf(type) }, async (tx) =>
      orThrow(await next({ ctx: { tx, userId } })),
    );
  });
  const { query, mutation, use } = verifiedProcedure.use(enter);
  const input = <Schema extends z.ZodType>(schema: Schema) => verifiedProcedure.input(schema).use(enter);
  return { query, mutation, use, input };
};

/** A person, outside any portfolio: their profile, the list of their portfolios, a new portfolio. */
export const signedInProcedure = personProcedure({ asksSession: false });

/** A person's own account and what would go with it: also reading asks for the session. */
export const sensitiveSignedInProcedure = personProcedure({ asksSession: true });

const newPortfolio = z.object({
  id: field.id,
  currency: z.enum(currencies),
  jurisdiction: z.enum(jurisdictions),
  timeZone: z.string().refine(isTimeZone, { error: 'time_zone' }),
});

/** A person who founds a portfolio: the transaction is entered for the id they have made. */
export const founderProcedure = {
  input: <Schema extends z.ZodType<z.output<typeof newPortfolio>>>(schema: Schema) =>
    verifiedProcedure.input(schema).use(({ ctx, input, next }) => {
      const { userId, sessionId } = ctx.verifiedSession;
      const request = { userId, sessionId, portfolio: newPortfolio.parse(input) };
      return enterNewPortfolio(ctx.database(), request, async (entrance) => {
        admit(ctx.verifiedSession, entrance);
        const { tx, scope } = entrance;
        await assertTimeZone(tx, scope.timeZone);
        return orThrow(await next({ ctx: { tx, scope } }));
      });
    }),
};

/** A procedure in one transaction inside the current portfolio. Resolvers get `{ tx, scope }`. */
const scopedProcedure = (demands: Demands) => {
  const enter = middleware(async ({ ctx, type, next }) => {
    const verifiedSession = await ctx.session();
    const asksSession = demands.asksSession || type === 'mutation';
    const whole = { purpose: purposeOf(type), ...demands, asksSession };
    return inPortfolio({ ...ctx, verifiedSession }, whole, async ({ tx, scope }) =>
      orThrow(await next({ ctx: { tx, scope } })),
    );
  });
  const { query, mutation } = verifiedProcedure.use(enter);
  const input = <Schema extends z.ZodType>(schema: Schema) => verifiedProcedure.input(schema).use(enter);
  return { query, mutation, input };
};

/**
 * For what asks another server before or after its transactions: resolvers get `inTransaction` instead of a
 * transaction.
 */
const stepsProcedure = (roles: readonly MemberRole[]) =>
  verifiedProcedure.use(({ ctx, type, next }) =>
    next({ ctx: { inTransaction: transactionsFor(ctx, roles, { asksSession: type === 'mutation' }) } }),
  );

const members = ['viewer', 'manager', 'owner'] as const;
const managers = ['manager', 'owner'] as const;
const owners = ['owner'] as const;

/** Any member of the current portfolio. Resolvers get `{ tx, scope }`. */
export const memberProcedure = scopedProcedure({ roles: members });
export const memberStepsProcedure = stepsProcedure(members);

/** Those who create, change and record. */
export const managerProcedure = scopedProcedure({ roles: managers });
export const managerStepsProcedure = stepsProcedure(managers);

/** Portfolio settings, members. */
export const ownerProcedure = scopedProcedure({ roles: owners });
export const ownerStepsProcedure = stepsProcedure(owners);

/** What the danger zone would take: also reading asks for the session. */
export const sensitiveOwnerProcedure = scopedProcedure({ roles: owners, asksSession: true });

/** The danger zone: an owner, in the one database role that may delete. */
export const eraseProcedure = scopedProcedure({
  roles: owners,
  databaseRole: 'hausbuch_erase',
  asksSession: true,
  purpose: 'report',
});

/**
 * The end of a person's account: resolvers get `inOwnTransaction`, in the one database role that may delete,
 * because the sign-in server is asked afterwards; and `inLastTransaction` for when it has ended the session, too.
 */
export const eraseAccountProcedure = verifiedProcedure.use(({ ctx, next }) => {
  const { userId, sessionId } = ctx.verifiedSession;
  const who = { userId, portfolioId: null, databaseRole: 'hausbuch_erase', purpose: 'report' } as const;
  const inTransaction =
    (asked: { sessionId: string | null }) =>
    <T>(work: (tx: Tx) => Promise<T>) =>
      enterRequest(ctx.database(), { ...who, ...asked }, async (entrance) => {
        admit(ctx.verifiedSession, entrance);
        return work(entrance.tx);
      });
  return next({
    ctx: {
      inOwnTransaction: inTransaction({ sessionId }),
      inLastTransaction: inTransaction({ sessionId: null }),
    },
  });
});
