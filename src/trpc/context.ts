import { type AccountAdmin, accountAdmin } from '@/auth/server/account-admin';
import { type Session, verifyAccessToken } from '@/auth/server/token';
import { type FigureSource, figureSource } from '@/bundesbank/figure-source';
import { type Database, database } from '@/db/client';
import { type LiveFeed, liveFeed } from '@/db/live-feed';
import type { Origin } from '@/db/scope';
import type { Language } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { env } from '@/lib/server/env';
import { appMailer, type Mailer } from '@/mail/mailer';
import { type FileStorage, fileStorage } from '@/storage/file-storage';

/** Plain values, so that any adapter (route handler, server component, test) can serve the router. */
export type ContextInput = {
  accessToken: string | null;
  /** The caller's network address, for rate limits; never stored. */
  address: string | null;
  language: Language;
  /** The portfolio the tab or the cookie names; checked against membership in every procedure. */
  portfolioId: string | null;
  /** The tab shows that portfolio: no other may stand in for it. */
  isPortfolioNamed?: boolean;
  /** The browser tab, as it names itself: the stream does not tell it of its own changes. */
  tab?: string | null;
  /** Where this site is reached, `https://hausbuch.example`, as the visitor has it. */
  siteOrigin?: string | null;
  /** The same for mails to others; null where nobody but the visitor says so. */
  mailOrigin?: string | null;
};

export type Context = Omit<ContextInput, 'tab'> & {
  requestId: string;
  origin: Origin;
  /** The verified session. Verified once per request, so a batch of twenty calls costs one. */
  session: () => Promise<Session>;
  database: () => Database;
  fileStorage: () => FileStorage;
  liveFeed: () => LiveFeed;
  mailer: () => Mailer;
  accountAdmin: () => AccountAdmin;
  figureSource: () => FigureSource;
};

/** What a test replaces: the database it has cloned and the keys it has made. */
type Surroundings = {
  database?: () => Database;
  fileStorage?: () => FileStorage;
  liveFeed?: () => LiveFeed;
  mailer?: () => Mailer;
  accountAdmin?: () => AccountAdmin;
  figureSource?: () => FigureSource;
  verifyToken?: (token: string) => Promise<Session>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createContext(input: ContextInput, surroundings: Surroundings = {}): Context {
  const verifyToken = surroundings.verifyToken ?? verifyAccessToken;
  const { tab = null, ...plain } = input;
  let verified: Promise<Session> | undefined;
  return {
    ...plain,
    origin: { tab: tab !== null && uuid.test(tab) ? tab : null, changed: new Set() },
    portfolioId:
      input.portfolioId !== null && uuid.test(input.portfolioId) ? input.portfolioId.toLowerCase() : null,
    requestId: crypto.randomUUID(),
    database: surroundings.database ?? database,
    fileStorage: surroundings.fileStorage ?? fileStorage,
    liveFeed: surroundings.liveFeed ?? liveFeed,
    mailer: surroundings.mailer ?? appMailer,
    accountAdmin: surroundings.accountAdmin ?? accountAdmin,
    figureSource: surroundings.figureSource ?? (() => figureSource(env().legalFigures)),
    siteOrigin: input.siteOrigin ?? null,
    mailOrigin: input.mailOrigin ?? null,
    session() {
      verified ??=
        input.accessToken === null
          ? Promise.reject(new DomainError('auth.signed_out'))
          : verifyToken(input.accessToken);
      return verified;
    },
  };
}
