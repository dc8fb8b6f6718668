import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  pgPolicy,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountEventKinds, signInWays } from '../../domain/vocabulary.ts';
import { appRole, choice, created, entered, eraseRole, hausbuch, instant, oneOf } from '../columns.ts';

/** What is a person's own, whichever portfolio they work in: only they exist for the application. */
const ownRows = (name: string, userId: AnyPgColumn) => {
  const own = sql`${userId} = ${entered('user')}`;
  return pgPolicy(`${name}_own`, { for: 'all', to: [appRole, eraseRole], using: own, withCheck: own });
};

/**
 * Directory table: when and how somebody signed in, and what was changed about their account. Without place and
 * network address; kept for `accountEventDays`.
 */
export const accountEvent = hausbuch.table(
  'account_event',
  {
    userId: uuid().notNull(),
    id: uuid().notNull().default(sql`hausbuch.uuid_v7()`),
    at: instant().notNull().defaultNow(),
    kind: choice(accountEventKinds).notNull(),
    sessionId: uuid().notNull(),
    /** Of a sign-in. */
    way: choice(signInWays),
    /** A sign-in that showed a second factor. */
    hasFactor: boolean().notNull().default(false),
    /** What the browser says of itself, as `device-rules.ts` reads it. */
    browser: text(),
    system: text(),
    isPhone: boolean().notNull().default(false),
    /** SHA-256 of the browser's mark, a cookie, as hex. */
    deviceHash: text(),
    /** The e-mail address that another is to replace: it is told when that happens. */
    formerEmail: text(),
  },
  (t) => [
    primaryKey({ name: 'account_event_pkey', columns: [t.userId, t.id] }),
    index('account_event_at_idx').on(t.at),
    uniqueIndex('account_event_sign_in_key').on(t.userId, t.sessionId).where(sql`${t.kind} = 'sign_in'`),
    oneOf('account_event_kind_check', t.kind, accountEventKinds),
    oneOf('account_event_way_check', t.way, signInWays),
    check('account_event_sign_in_check', sql`(${t.kind} = 'sign_in') = (${t.way} is not null)`),
    check(
      'account_event_former_email_check',
      sql`${t.formerEmail} is null or ${t.kind} = 'email_change_asked'`,
    ),
    ownRows('account_event', t.userId),
  ],
);

/** Directory table: the codes that stand in for a lost second factor; a used one is gone. */
export const recoveryCode = hausbuch.table(
  'recovery_code',
  {
    userId: uuid().notNull(),
    /** scrypt, as hex: see `recovery-code-steps.ts`. */
    codeHash: text().notNull(),
    /** As hex, the same for all codes made together. */
    salt: text().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ name: 'recovery_code_pkey', columns: [t.userId, t.codeHash] }),
    ownRows('recovery_code', t.userId),
  ],
);

/** Directory table: how often an account's recovery codes were guessed at, from one address and from everywhere. */
export const recoveryAttempt = hausbuch.table(
  'recovery_attempt',
  {
    userId: uuid().notNull(),
    /** A keyed hash of the network address; empty: from everywhere. */
    source: text().notNull(),
    /** Tries that have not run off yet, as of `since`. */
    tries: doublePrecision().notNull(),
    since: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'recovery_attempt_pkey', columns: [t.userId, t.source] }),
    ownRows('recovery_attempt', t.userId),
  ],
);
