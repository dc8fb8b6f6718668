import 'server-only';
import { sql } from 'drizzle-orm';
import type { Entity } from '@/domain/entities';
import type { Currency, Jurisdiction, MemberRole } from '@/domain/vocabulary';
import { type CalendarDate, todayIn } from '@/lib/calendar';
import { sealSecret } from '@/lib/server/env';
import type { Database, Tx } from './client';
import { type Entry, type Moment, momentColumns, seal } from './seal.ts';
import { afterBegin, atOneInstant, onBehalfOf, type Purpose, withTimeFor } from './time-limits';

declare const portfolioBrand: unique symbol;
/** A portfolio id that a transaction has been entered for; only this module makes one. */
export type PortfolioId = string & { readonly [portfolioBrand]: true };

/** Who acts: a person, or the program itself (jobs). */
export type Actor = { kind: 'user'; userId: string } | { kind: 'system' };

/** The request that asks for a change, where one does. */
export type Origin = {
  /** Its browser tab, as that names itself. */
  tab: string | null;
  /** Gathers what was changed: the answer names it, so that the tab need not wait for the stream. */
  changed: Set<Entity>;
};

/** What every query and command is given beside its transaction. */
export type Scope = {
  portfolioId: PortfolioId;
  actor: Actor;
  /** The user's role; jobs act as a manager does. */
  role: MemberRole;
  currency: Currency;
  jurisdiction: Jurisdiction;
  timeZone: string;
  /** The instant of the request: one for all rows it writes. */
  now: Date;
  /** "Today" in the portfolio's time zone. */
  today: CalendarDate;
  origin?: Origin | undefined;
  /** Nobody asks for it at this moment: a rule does it, in the name of whoever switched that on. The journal says so. */
  isByItself?: true;
};

/** The user behind a posting; null for the program itself. */
export const postedBy = (scope: Scope) => (scope.actor.kind === 'user' ? scope.actor.userId : null);

/**
 * Runs work in a transaction of its own inside one portfolio: for what must talk to another server between
 * two transactions, never inside one.
 */
export type InTransaction = <T>(work: (tx: Tx, scope: Scope) => Promise<T>) => Promise<T>;

/** A portfolio that may have been removed: nothing of it is left but the files to remove. */
export type Remains = Pick<Scope, 'portfolioId'>;
/** As `InTransaction`, for work that also does on what is left of a portfolio. */
export type InRemains = <T>(work: (tx: Tx, remains: Remains) => Promise<T>) => Promise<T>;

export type Entrance = {
  tx: Tx;
  /** Null where the user is no member, or the portfolio does not exist: the same answer for both. */
  scope: Scope | null;
  /** The user has a verified second factor, so that the session must be `aal2`. */
  hasFactor: boolean;
  /** Whether the sign-in server still knows the session; null where nobody asked. */
  sessionLives: boolean | null;
};

export type DatabaseRole = Entry['role'];

type EnterRow = {
  member_role: MemberRole | null;
  currency: Currency | null;
  jurisdiction: Jurisdiction | null;
  time_zone: string | null;
  has_factor: boolean;
  session_lives: boolean | null;
};

/**
 * Runs `work` in one transaction whose first statement sets role, user and portfolio, sealed by us. Row-level security
 * then shows only that portfolio's rows. The caller decides what a missing scope or factor means.
 */
export async function enterRequest<T>(
  db: Database,
  request: {
    userId: string;
    /** Asks whether it still lives: a token outlives its session by up to an hour. */
    sessionId?: string | null;
    portfolioId: string | null;
    databaseRole?: DatabaseRole | undefined;
    /** All statements see the rows of one instant: for reading more than one statement can. */
    isSnapshot?: boolean | undefined;
    /** How much time it has; a change, where nothing is said. */
    purpose?: Purpose | undefined;
    origin?: Origin | undefined;
    now?: Date;
  },
  work: (entrance: Entrance) => Promise<T>,
): Promise<T> {
  const { userId, sessionId, portfolioId, databaseRole = 'hausbuch_app', now = new Date(), origin } = request;
  const transaction = () =>
    db.transaction(async (tx) => {
      const row = await enter(tx, { role: databaseRole, userId, portfolioId, as: 'user' }, sessionId);
      const scope = toScope(row, row.member_role, { kind: 'user', userId }, portfolioId, now);
      return afterBegin(() => work({ tx, scope: scope && { ...scope, origin }, ...heldBy(row) }));
    });
  const timed = () => withTimeFor(request.purpose ?? 'write', transaction);
  return onBehalfOf(userId, () => (request.isSnapshot ? atOneInstant(timed) : timed()));
}

type NewPortfolio = { id: string; currency: Currency; jurisdiction: Jurisdiction; timeZone: string };

/** Runs the founding of a portfolio that does not exist yet: its founder acts in it as the owner. */
export async function enterNewPortfolio<T>(
  db: Database,
  request: { userId: string; sessionId: string; portfolio: NewPortfolio; now?: Date },
  work: (entrance: Entrance & { scope: Scope }) => Promise<T>,
): Promise<T> {
  const { userId, sessionId, portfolio, now = new Date() } = request;
  const transaction = () =>
    db.transaction(async (tx) => {
      const row = await enter(tx, { ...byApp, userId, portfolioId: portfolio.id, as: 'user' }, sessionId);
      const scope: Scope = {
        portfolioId: portfolio.id as PortfolioId,
        actor: { kind: 'user', userId },
        role: 'owner',
        currency: portfolio.currency,
        jurisdiction: portfolio.jurisdiction,
        timeZone: portfolio.timeZone,
        now,
        today: todayIn(portfolio.timeZone, now),
      };
      return work({ tx, scope, ...heldBy(row) });
    });
  return onBehalfOf(userId, transaction);
}

/** Whoever comes without a session: together they have the share of one person. */
const strangers = 'strangers';

/**
 * Runs `work` in a portfolio that the caller knows of by an invitation, as somebody who may read their
 * invitation and nothing else: the scope is for that one row and its audit entry. Null: no such portfolio.
 */
export async function enterInvited<T>(
  db: Database,
  request: { userId: string | null; sessionId?: string | null; portfolioId: string; now?: Date },
  work: (entrance: Entrance & { scope: Scope }) => Promise<T>,
): Promise<T | null> {
  const { userId, sessionId, portfolioId, now = new Date() } = request;
  const transaction = () =>
    db.transaction(async (tx) => {
      const as = userId === null ? 'visitor' : 'user';
      const row = await enter(tx, { ...byApp, userId, portfolioId, as }, sessionId);
      const actor: Actor = userId === null ? { kind: 'system' } : { kind: 'user', userId };
      const scope = toScope(row, 'viewer', actor, portfolioId, now);
      return scope ? work({ tx, scope, ...heldBy(row) }) : null;
    });
  return onBehalfOf(userId ?? strangers, transaction);
}

/**
 * Runs `work` in a portfolio that the caller knows of by the link of a room for receipts, or by what their browser was given
 * there. Nobody's member: what a room shows, its own statements choose by the room's id. Only `mayWrite` notes what
 * happened; all else reads in a transaction that Postgres lets change nothing. Null: no such portfolio.
 */
export async function enterRoom<T>(
  db: Database,
  request: { portfolioId: string; mayWrite: boolean; now?: Date },
  work: (tx: Tx, scope: Scope) => Promise<T>,
): Promise<T | null> {
  const { portfolioId, mayWrite, now = new Date() } = request;
  const transaction = () =>
    db.transaction(
      async (tx) => {
        const row = await enter(tx, { ...byApp, userId: null, portfolioId, as: 'visitor' });
        const scope = toScope(row, 'viewer', { kind: 'system' }, portfolioId, now);
        return scope && work(tx, scope);
      },
      mayWrite ? undefined : { accessMode: 'read only' },
    );
  return onBehalfOf(strangers, () => withTimeFor(mayWrite ? 'write' : 'read', transaction));
}

/** Runs a job's work on one portfolio, as the system. */
export async function enterAsSystem<T>(
  db: Database,
  portfolioId: string,
  work: (tx: Tx, scope: Scope) => Promise<T>,
  now: Date = new Date(),
): Promise<T> {
  return withTimeFor('report', () =>
    db.transaction(async (tx) => {
      const row = await enter(tx, { ...byApp, userId: null, portfolioId, as: 'system' });
      const scope = toScope(row, 'manager', { kind: 'system' }, portfolioId, now);
      if (!scope) throw new Error('A job was given a portfolio that does not exist.');
      return work(tx, scope);
    }),
  );
}

/** Runs a job's work on what a removed portfolio has left; null, and no work, where the portfolio still stands. */
export async function enterRemains<T>(
  db: Database,
  portfolioId: string,
  work: (tx: Tx, remains: Remains) => Promise<T>,
): Promise<{ answer: T } | null> {
  return db.transaction(async (tx) => {
    const row = await enter(tx, { ...byApp, userId: null, portfolioId, as: 'system' });
    if (row.currency !== null) return null;
    return { answer: await work(tx, { portfolioId: portfolioId as PortfolioId }) };
  });
}

/**
 * A transaction that belongs to no portfolio: of the system, e.g. to ask which of them have work, or of a visitor, who
 * may only leave something there.
 */
export async function enterDirectory<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  as: 'system' | 'visitor' = 'system',
): Promise<T> {
  return db.transaction(async (tx) => {
    await enter(tx, { ...byApp, userId: null, portfolioId: null, as });
    return work(tx);
  });
}

const byApp = { role: 'hausbuch_app' } as const;

/** Which transaction this is: our pool knows, any other client of Drizzle's is asked. */
async function momentOf(tx: Tx): Promise<Moment> {
  const { client } = tx._.session as unknown as { client: { moment?: Moment } };
  const [asked] = client.moment
    ? [client.moment]
    : await tx.execute<Moment>(sql.raw(`select ${momentColumns}`));
  if (!asked) throw new Error('The database does not say which transaction this is.');
  return asked;
}

async function enter(tx: Tx, entry: Entry, sessionId: string | null = null) {
  const { role, userId, portfolioId } = entry;
  const sealed = seal(sealSecret(), entry, await momentOf(tx));
  const [row] = await tx.execute<EnterRow>(
    sql`select * from hausbuch.enter_request(
      ${role}, ${userId}::uuid, ${portfolioId}::uuid, ${sessionId}::uuid, ${sealed})`,
  );
  if (!row) throw new Error('enter_request gave no row.');
  return row;
}

const heldBy = (row: EnterRow) => ({ hasFactor: row.has_factor, sessionLives: row.session_lives });

function toScope(
  row: EnterRow,
  role: MemberRole | null,
  actor: Actor,
  portfolioId: string | null,
  now: Date,
): Scope | null {
  if (!portfolioId || !role || !row.currency || !row.jurisdiction || !row.time_zone) return null;
  return {
    portfolioId: portfolioId as PortfolioId,
    actor,
    role,
    currency: row.currency,
    jurisdiction: row.jurisdiction,
    timeZone: row.time_zone,
    now,
    today: todayIn(row.time_zone, now),
  };
}
